// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no other part of the program knows libav.

#include "core/image/video_module/film.hpp"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace coarsen::video {

/// A decoder at its place in a film. Frames are named by their packets' numbers, never by times, so a page is exactly that page
/// whatever the film's index says.
class Reader {
public:
    Reader(const std::string& path, std::shared_ptr<const Contents> contents);

    Picture picture(int page);

private:
    const Packet& packet(int number) const { return contents_->packets[static_cast<std::size_t>(number)]; }
    int keyBefore(int number, int page) const;
    void begin(int key);
    bool seek(int key);
    int numberOf(const AVPacket& packet) const;
    int readNext();
    void keepPalette();
    void feed();
    void noteBroken(int number);
    Picture decodedFrom(int key, int page);

    std::string path_;
    std::shared_ptr<const Contents> contents_;
    std::unordered_map<std::int64_t, int> numberAt_;  ///< packets by their place in the file; empty where that does not tell
    std::vector<bool> isKey_;                         ///< where decoding can begin, as far as found out
    std::unique_ptr<Film> film_;
    CodecPointer codec_;
    PacketPointer packet_;
    FramePointer frame_;
    ScalerPointer scaler_;
    std::vector<std::uint8_t> palette_;  ///< the last one that the film handed over
    bool isRead_ = false;                ///< packet_ is number next_, read but not yet fed
    int next_ = 0;                       ///< number of the packet that comes next
    int first_ = -1;                     ///< the first packet fed; -1: the decoder has to begin anew
    int shown_ = -1;                     ///< the last page that came out
    int broken_ = -1;                    ///< the last packet that could not be decoded
    bool isAtEnd_ = false;               ///< the decoder was told that nothing follows
};

}  // namespace coarsen::video
