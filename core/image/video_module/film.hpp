// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no other part of the program knows libav.

#include "core/image/video_module/libav.hpp"
#include "core/image/video_module/video_module.hpp"

#include <cstdint>
#include <string>

namespace coarsen::video {

/// "copy it again": what helps against a damaged or truncated film.
extern const char* const copyAgain;

/// Most pixels of a frame; a film that states more is damaged.
inline constexpr std::int64_t mostPixels = std::int64_t{1} << 28;

/// "libav's words".
std::string wordsOf(int error);

/// An open film and its stream of pictures.
class Film {
public:
    explicit Film(const std::string& path);  ///< throws Refusal: no film, no stream of pictures, truncated

    AVFormatContext* input() const { return input_.get(); }
    AVStream* stream() const { return input_->streams[stream_]; }
    CodecPointer decoder() const;  ///< throws Refusal when libavcodec has none for it

    /// The next compressed picture; 0, or libav's error (AVERROR_EOF at the end).
    int read(AVPacket* packet);

private:
    InputPointer input_;
    int stream_ = -1;
};

/// Reads through the film: all but width, height, channels and bits, which the first picture tells.
Contents contentsOf(const std::string& path);

/// The picture in a decoded frame: grey as it is stored, all else as RGB of 8 or 16 bits. `scaler` is kept between calls.
Picture pictureOf(const AVFrame& frame, ScalerPointer& scaler);

}  // namespace coarsen::video
