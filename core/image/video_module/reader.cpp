// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/reader.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace coarsen::video {

namespace {

/// True for a frame that is decoded by itself. libavutil 58 made a flag of what was a member.
bool isKey(const AVFrame& frame) {
#ifdef AV_FRAME_FLAG_KEY
    return (frame.flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame.key_frame != 0;
#endif
}

constexpr int mostReadToFindThePlace = 256;
constexpr int mostAttempts = 24;
constexpr int fewPackets = 8;  // that few are decoded in passing rather than jumped over

Refusal damagedFrame(const std::string& reason) {
    return {"this frame of the film is damaged (" + reason + ")", copyAgain};
}

/// A frame did not come out of the decoder where it should.
struct Missing {};

}  // namespace

Reader::Reader(const std::string& path, std::shared_ptr<const Contents> contents)
    : path_(path),
      contents_(std::move(contents)),
      film_(std::make_unique<Film>(path)),
      codec_(film_->decoder()),
      packet_(av_packet_alloc()),
      frame_(av_frame_alloc()),
      palette_(contents_->palette) {
    if (!packet_ || !frame_) throw std::bad_alloc();
    for (const Packet& each : contents_->packets)
        isKey_.push_back(each.isKey);
    for (std::size_t i = 0; i < contents_->packets.size(); ++i) {
        const std::int64_t place = contents_->packets[i].place;
        if (place < 0 || !numberAt_.emplace(place, static_cast<int>(i)).second) {
            numberAt_.clear();
            break;
        }
    }
}

Picture Reader::picture(int page) {
    const int number = contents_->packetOf[static_cast<std::size_t>(page)];
    if (packet(number).isCut) throw Refusal{"the film ends within this frame", copyAgain};
    int key = keyBefore(number, page);
    for (int attempt = 1;; ++attempt) {
        try {
            return decodedFrom(key, page);
        } catch (const Missing&) {  // a key frame that is none: what follows it still needs what stands before it
            first_ = -1;
        }
        if (key == 0) throw damagedFrame("its decoder leaves it out");
        key = attempt < mostAttempts ? keyBefore(key - 1, page) : 0;
    }
}

/// The packet to begin with: the last key frame up to `number` that is not shown after `page`.
int Reader::keyBefore(int number, int page) const {
    for (int i = number; i > 0; --i)
        if (isKey_[static_cast<std::size_t>(i)] && packet(i).page >= 0 && packet(i).page <= page) return i;
    return 0;
}

/// Takes the decoder to a key frame's packet.
void Reader::begin(int key) {
    avcodec_flush_buffers(codec_.get());
    first_ = -1;
    isAtEnd_ = false;
    if (!seek(key)) {
        film_ = std::make_unique<Film>(path_);  // the film's index is of no use: from its beginning, counting
        isRead_ = false;
        next_ = 0;
    }
    first_ = key;
    shown_ = broken_ = -1;
}

/// Goes to a key frame; true where the film's own index leads to the packet or to one shortly before it.
bool Reader::seek(int key) {
    if (next_ <= key && key <= next_ + fewPackets) return true;
    if (numberAt_.empty()) return next_ <= key;
    isRead_ = false;
    const std::int64_t time = std::min(packet(key).time, packet(key).order);
    if (av_seek_frame(film_->input(), film_->stream()->index, time, AVSEEK_FLAG_BACKWARD) < 0) return false;
    for (int i = 0; i < mostReadToFindThePlace && film_->read(packet_.get()) >= 0; ++i) {
        keepPalette();
        const int number = numberOf(*packet_);
        if (number < 0) continue;
        if (number > key) return false;
        next_ = number;
        isRead_ = true;
        return true;
    }
    return false;
}

int Reader::numberOf(const AVPacket& packet) const {
    const auto known = numberAt_.find(packet.pos);
    return known == numberAt_.end() ? -1 : known->second;
}

/// Reads packet `next_` into packet_; 0, or libav's error.
int Reader::readNext() {
    if (isRead_) return 0;
    const int result = film_->read(packet_.get());
    if (result < 0) return result;
    keepPalette();
    isRead_ = true;
    return 0;
}

void Reader::keepPalette() {
    std::size_t size = 0;
    const std::uint8_t* const palette = av_packet_get_side_data(packet_.get(), AV_PKT_DATA_PALETTE, &size);
    if (palette) palette_.assign(palette, palette + size);
}

/// Gives the decoder the next packet, or tells it that none follows.
void Reader::feed() {
    while (readNext() >= 0 && next_ < first_)
        isRead_ = false, ++next_;
    if (!isRead_ || next_ >= static_cast<int>(contents_->packets.size())) {
        isAtEnd_ = true;
        avcodec_send_packet(codec_.get(), nullptr);
        return;
    }
    if (packet_->size > 0) {
        if (!palette_.empty() && !av_packet_get_side_data(packet_.get(), AV_PKT_DATA_PALETTE, nullptr))
            if (std::uint8_t* to = av_packet_new_side_data(packet_.get(), AV_PKT_DATA_PALETTE, palette_.size()))
                std::memcpy(to, palette_.data(), palette_.size());
        packet_->pts = packet_->dts = next_;  // comes back with the frame and tells which it is
        if (avcodec_send_packet(codec_.get(), packet_.get()) < 0) noteBroken(next_);
    }
    isRead_ = false;
    ++next_;
}

/// Remembers that this packet's picture is not what it should be: those that build on it are not either.
void Reader::noteBroken(int number) {
    if (number == first_ && first_ > 0) {  // an AVI without an index calls every frame a key frame
        isKey_[static_cast<std::size_t>(number)] = false;
        throw Missing();
    }
    // What is shown before the frame that decoding began with lacks what it builds on: nobody asked for it.
    if (packet(number).page >= packet(first_).page) broken_ = std::max(broken_, number);
}

Picture Reader::decodedFrom(int key, int page) {
    const bool isOnItsWay = first_ >= 0 && first_ <= key && key <= next_ + fewPackets && page > shown_ && !isAtEnd_;
    if (!isOnItsWay) begin(key);
    const int number = contents_->packetOf[static_cast<std::size_t>(page)];
    for (;;) {
        const int result = avcodec_receive_frame(codec_.get(), frame_.get());
        if (result == AVERROR_EOF || (result < 0 && isAtEnd_)) throw Missing();
        if (result == AVERROR(EAGAIN))
            feed();
        else if (result < 0)
            noteBroken(next_ - 1);
        if (broken_ == number) throw damagedFrame("it cannot be decoded");
        if (result < 0 || frame_->pts < 0 || frame_->pts >= static_cast<std::int64_t>(contents_->packets.size())) continue;

        const int came = static_cast<int>(frame_->pts);
        const bool isWhole = frame_->decode_error_flags == 0 && !(frame_->flags & AV_FRAME_FLAG_CORRUPT);
        const bool isBeginning = first_ > 0 && shown_ < packet(first_).page && packet(came).page >= packet(first_).page;
        if (isBeginning && (came != first_ || !isKey(*frame_))) noteBroken(first_);
        if (!isWhole) noteBroken(came);
        shown_ = std::max(shown_, packet(came).page);
        if (came == number) {
            if (!isWhole) throw damagedFrame("parts of it are missing");
            if (broken_ >= key && broken_ <= number) throw damagedFrame("it builds on a frame that cannot be decoded");
            return pictureOf(*frame_, scaler_);
        }
        if (packet(came).page > page) throw Missing();
    }
}

}  // namespace coarsen::video
