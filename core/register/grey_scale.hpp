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

/// Phase means of the valid voxels (`valid` may be empty); what lies beyond the 0.1st and 99.9th percentile counts as these.
PhaseMeans phaseMeans(std::span<const float> values, std::span<const std::uint8_t> valid);

/// Phase means by Otsu's threshold, of a histogram from the darkest grey `low` to the brightest `high`: number and sum of the
/// greys in each part of the range.
PhaseMeans phaseMeansOf(std::span<const double> counts, std::span<const double> sums, double low, double high);

/// Phase means by which any greys can be scaled: those given, or 0 and 1 where the two are equal.
PhaseMeans twoPhases(const PhaseMeans& means);

/// Throws InputError where one of the two has one grey value only.
void requireTwoGreys(const PhaseMeans& fixed, const PhaseMeans& moved);

/// The percentiles that count as the darkest and brightest.
inline constexpr double darkestPart = 0.001, brightestPart = 0.999;

}  // namespace coarsen
