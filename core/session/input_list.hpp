// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// A frame's image as a run that was interrupted, or has ended, knew it. What is in the file, the row's SHA-256 says.
struct ListedInput {
    std::string name;
    int page = 0;
    std::string bytes;  ///< of the file, "missing" where it was not there; behind "+" those of further channels
    std::string timeS;  ///< of the frame; empty where it has none

    bool operator==(const ListedInput&) const = default;
};

/// The image of a frame. Asks the disk for its size.
ListedInput inputOf(const FrameSource& frame);

/// The images of a series, in its order.
std::vector<ListedInput> inputsOf(const ImageSeries& series);

/// A series may have grown at its end since a run measured it. Throws InputError naming the first image that is gone, or that is
/// new and sorts before the last one of then.
void requireSameBeginning(const std::vector<ListedInput>& before, const std::vector<ListedInput>& now);

}  // namespace coarsen
