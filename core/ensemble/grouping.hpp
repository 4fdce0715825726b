// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace coarsen {

/// Images of one condition: frames of a series, independent of each other.
struct FrameGroup {
    std::string name = {};
    double x = std::numeric_limits<double>::quiet_NaN();  ///< the condition as a number; NaN: none was given
    std::vector<int> frames = {};

    friend bool operator==(const FrameGroup& a, const FrameGroup& b) {
        const bool isSameX = a.x == b.x || (a.x != a.x && b.x != b.x);  // NaN is NaN
        return a.name == b.name && isSameX && a.frames == b.frames;
    }
};

/// How the images of an ensemble are told apart. A session keeps it, so that it needs neither folders nor table again.
struct Grouping {
    std::string column = {};           ///< of a table, what x means; empty: groups have no number
    std::filesystem::path table = {};  ///< where it was read; empty: from no table
    std::vector<FrameGroup> groups = {};

    bool operator==(const Grouping&) const = default;
};

/// All images as one group, called as the series.
Grouping inOneGroup(const ImageSeries& series);
/// A group for each folder, in the order of the frames; two folders of one name are told apart by the one above.
Grouping byFolder(const ImageSeries& series);
/// A group for each number in the column, in their order; images without a row are in none. Paths count from the table's folder,
/// else by their ends. Throws InputError: no such column, no row of these images, several images for one row.
Grouping byColumn(const ImageSeries& series, const std::filesystem::path& table, const std::string& column);

/// How many of the series are in no group.
int ungrouped(const Grouping& grouping, const ImageSeries& series);

}  // namespace coarsen
