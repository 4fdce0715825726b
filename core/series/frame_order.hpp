// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

std::string_view nameOf(FrameOrder order);  ///< "name", "time"
std::optional<FrameOrder> frameOrderNamed(std::string_view name);

/// The frames' numbers in the order in which they are neighbours: 0, 1, 2, … by name; by time the earliest first, those of one
/// moment by name, those without a time last.
std::vector<int> framesInOrder(const ImageSeries& series);

/// How frames follow each other.
struct FrameSequence {
    std::vector<int> frames;  ///< by place
    std::vector<int> places;  ///< by frame

    bool isEmpty() const { return frames.empty(); }
    int first() const { return frames.front(); }
    int last() const { return frames.back(); }
    int placeOf(int frame) const { return places[static_cast<std::size_t>(frame)]; }
    /// The frame so many places further on, or back; nothing beyond the ends.
    std::optional<int> neighbour(int frame, int by) const;
};
FrameSequence sequenceOf(const ImageSeries& series);

/// The same order of some of its frames.
std::vector<int> inOrder(const ImageSeries& series, std::vector<int> frames);

/// Another one for each order in which frames follow each other; empty where that is the order of their names. Frames that come
/// last in both do not change it.
std::string orderKey(const ImageSeries& series);

/// Takes the order, and says in the series' notes what goes back in it.
void setOrder(ImageSeries& series, FrameOrder order);

/// True where a frame is earlier than one before it by name: then the two orders differ.
bool doTimesGoBack(const ImageSeries& series);

}  // namespace coarsen
