// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/foreseen.hpp"

#include <optional>

namespace coarsen {

/// Parts of the samples that stand at the camera's limits, 0 to 1, among the pixels that are judged (validAndKept): clipping
/// hides what lies beyond. NaN for float pictures, which have no limits, and where no pixel is judged. `bitsInUse`: of a sample,
/// where they are known to be fewer than are stored.
struct Saturation {
    double black = 0, white = 0;
    double sum() const { return black + white; }
};
Saturation saturation(const Frame& raw, const Foreseen& foreseen = {}, std::optional<int> bitsInUse = {});

}  // namespace coarsen
