// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no other part of the program knows libav.

#include "core/image/video_module/libav.hpp"
#include "core/image/video_module/video_module.hpp"

#include <string>

namespace coarsen::video {

/// An MP4 that grows picture by picture. Without `finish` the file is no film.
class Writer {
public:
    Writer(const std::string& path, const FilmForm& form);  ///< throws Refusal
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void append(const std::uint8_t* pixels, int bytesPerRow);  ///< throws Refusal
    void finish();                                             ///< throws Refusal

private:
    void encode(const AVFrame* frame);

    AVFormatContext* output_ = nullptr;
    AVStream* stream_ = nullptr;
    CodecPointer encoder_;
    PacketPointer packet_;
    FramePointer frame_;
    ScalerPointer scaler_;
};

}  // namespace coarsen::video
