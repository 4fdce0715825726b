// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_order.hpp"

#include "core/base/sha256.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace coarsen {

std::string_view nameOf(FrameOrder order) {
    return order == FrameOrder::time ? "time" : "name";
}

std::optional<FrameOrder> frameOrderNamed(std::string_view name) {
    for (const FrameOrder order : {FrameOrder::name, FrameOrder::time})
        if (nameOf(order) == name) return order;
    return std::nullopt;
}

std::vector<int> inOrder(const ImageSeries& series, std::vector<int> frames) {
    std::ranges::sort(frames);
    if (series.order == FrameOrder::name) return frames;
    std::ranges::stable_sort(frames, {}, [&](int frame) {
        const double timeS = series.frames[static_cast<std::size_t>(frame)].timeS;
        return std::isnan(timeS) ? std::numeric_limits<double>::infinity() : timeS;
    });
    return frames;
}

std::vector<int> framesInOrder(const ImageSeries& series) {
    std::vector<int> frames(series.frames.size());
    std::iota(frames.begin(), frames.end(), 0);
    return series.order == FrameOrder::name ? frames : inOrder(series, std::move(frames));
}

std::optional<int> FrameSequence::neighbour(int frame, int by) const {
    const int place = placeOf(frame) + by;
    if (place < 0 || place >= static_cast<int>(frames.size())) return std::nullopt;
    return frames[static_cast<std::size_t>(place)];
}

FrameSequence sequenceOf(const ImageSeries& series) {
    FrameSequence sequence{framesInOrder(series), std::vector<int>(series.frames.size())};
    int place = 0;
    for (const int frame : sequence.frames)
        sequence.places[static_cast<std::size_t>(frame)] = place++;
    return sequence;
}

std::string orderKey(const ImageSeries& series) {
    if (series.order == FrameOrder::name) return {};
    const std::vector<int> frames = framesInOrder(series);
    std::size_t moved = frames.size();
    while (moved > 0 && frames[moved - 1] == static_cast<int>(moved - 1))
        --moved;
    std::string text;
    for (std::size_t place = 0; place < moved; ++place)
        text += std::to_string(frames[place]) + ",";
    return text.empty() ? text : sha256(text);
}

bool doTimesGoBack(const ImageSeries& series) {
    double latest = -std::numeric_limits<double>::infinity();
    for (const FrameSource& frame : series.frames) {
        if (frame.timeS < latest) return true;
        latest = std::fmax(latest, frame.timeS);
    }
    return false;
}

}  // namespace coarsen
