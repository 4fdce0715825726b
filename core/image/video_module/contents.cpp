// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/film.hpp"

#include <algorithm>
#include <string_view>

namespace coarsen::video {

namespace {

bool isKind(const Film& film, std::string_view container) {
    return std::string_view(film.input()->iformat->name).starts_with(container);
}

/// Reads through the film; packets of which a frame should come have page 0 for now. Whether all say when they are shown.
bool readPackets(Film& film, Contents& contents) {
    const PacketPointer packet(av_packet_alloc());
    const AVRational rate = film.stream()->avg_frame_rate;
    const std::int64_t spacing =
        rate.num > 0 && rate.den > 0 ? std::max<std::int64_t>(1, av_rescale_q(1, av_inv_q(rate), film.stream()->time_base)) : 1;
    bool allHaveTimes = true;
    while (film.read(packet.get()) >= 0) {
        std::size_t size = 0;
        const std::uint8_t* const palette = av_packet_get_side_data(packet.get(), AV_PKT_DATA_PALETTE, &size);
        if (palette && contents.palette.empty()) contents.palette.assign(palette, palette + size);
        Packet entry;
        const auto count = static_cast<std::int64_t>(contents.packets.size());
        entry.isKey = packet->flags & AV_PKT_FLAG_KEY;
        entry.isCut = packet->flags & AV_PKT_FLAG_CORRUPT;
        entry.place = packet->pos;
        entry.order = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts != AV_NOPTS_VALUE ? packet->pts : count * spacing;
        entry.time = packet->pts != AV_NOPTS_VALUE ? packet->pts : entry.order;
        entry.page = packet->size > 0 && !(packet->flags & AV_PKT_FLAG_DISCARD) ? 0 : -1;
        allHaveTimes = allHaveTimes && packet->pts != AV_NOPTS_VALUE;
        contents.packets.push_back(entry);
    }
    return allHaveTimes;
}

/// The packets of which frames come, in the order in which these are shown, by the film's times; by their place where it has
/// none.
std::vector<int> shownByTime(const Contents& contents, bool allHaveTimes) {
    std::vector<int> shown;
    for (std::size_t i = 0; i < contents.packets.size(); ++i)
        if (contents.packets[i].page >= 0) shown.push_back(static_cast<int>(i));
    if (allHaveTimes)
        std::ranges::stable_sort(shown, {}, [&](int i) { return contents.packets[static_cast<std::size_t>(i)].time; });
    return shown;
}

/// The same, found by decoding: AVI does not say in which order frames that are predicted from both sides are shown.
std::vector<int> shownByDecoding(const std::string& path) {
    Film film(path);
    const CodecPointer decoder = film.decoder();
    decoder->skip_loop_filter = decoder->skip_idct = AVDISCARD_ALL;  // the pictures do not matter, only their order
    decoder->err_recognition = 0;
    const PacketPointer packet(av_packet_alloc());
    const FramePointer frame(av_frame_alloc());
    std::vector<int> shown;
    const auto collect = [&] {
        while (avcodec_receive_frame(decoder.get(), frame.get()) >= 0)
            shown.push_back(static_cast<int>(frame->pts));
    };
    for (int number = 0; film.read(packet.get()) >= 0; ++number) {
        if (packet->size == 0) continue;
        packet->pts = packet->dts = number;
        avcodec_send_packet(decoder.get(), packet.get());
        collect();
    }
    avcodec_send_packet(decoder.get(), nullptr);
    collect();
    return shown;
}

std::string remarkOn(const Film& film, const Contents& contents) {
    std::string remark;
    const auto there = static_cast<long long>(contents.packets.size());
    const long long promised = film.stream()->nb_frames;
    if (isKind(film, "mov") && promised > there)  // AVI may count fields
        remark = "The film ends early: " + std::to_string(there) + " of " + std::to_string(promised) + " frames are there.";
    else if (std::ranges::any_of(contents.packets, &Packet::isCut))
        remark = "The film ends early, within its last frame.";
    const AVRational shape = film.stream()->codecpar->sample_aspect_ratio;
    if (shape.num > 0 && shape.num != shape.den)
        remark.append(remark.empty() ? "" : " ")
            .append("The film's pixels are ")
            .append(std::to_string(shape.num) + ":" + std::to_string(shape.den))
            .append(", not square: give the pixel size for both directions.");
    return remark;
}

}  // namespace

Contents contentsOf(const std::string& path) {
    Film film(path);
    Contents contents;
    const bool allHaveTimes = readPackets(film, contents);
    const bool isReordered = isKind(film, "avi") && film.stream()->codecpar->video_delay > 0;
    contents.packetOf = shownByTime(contents, allHaveTimes);
    std::vector<std::int64_t> times;
    for (const int number : contents.packetOf) {
        const Packet& packet = contents.packets[static_cast<std::size_t>(number)];
        times.push_back(isReordered ? packet.order : packet.time);
    }
    std::ranges::sort(times);
    if (isReordered) contents.packetOf = shownByDecoding(path);
    if (contents.packetOf.empty() || times.empty()) throw Refusal{"it holds no frame, perhaps as the file ends early", copyAgain};

    for (Packet& packet : contents.packets)
        packet.page = -1;
    for (std::size_t page = 0; page < contents.packetOf.size(); ++page) {
        contents.packets[static_cast<std::size_t>(contents.packetOf[page])].page = static_cast<int>(page);
        const std::int64_t ticks = times[std::min(page, times.size() - 1)] - times.front();
        contents.timesS.push_back(static_cast<double>(ticks) * av_q2d(film.stream()->time_base));
    }
    contents.remark = remarkOn(film, contents);
    return contents;
}

}  // namespace coarsen::video
