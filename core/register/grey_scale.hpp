// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace coarsen {

/// The mean grey values of the two phases that Otsu's threshold tells apart. Equal where there is one grey only.
struct PhaseMeans {
    double dark = 0, bright = 0;
    bool areOne() const { return !(bright > dark); }
};

/// Of the valid voxels (`valid` may be empty); what lies beyond the 0.1st and 99.9th percentile counts as these.
PhaseMeans phaseMeans(std::span<const float> values, std::span<const std::uint8_t> valid);

}  // namespace coarsen
