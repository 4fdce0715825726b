// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/level_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace coarsen {

/// C1D up to the first undefined radius: the range ends there, for too few pairs of valid pixels are left beyond it (or the
/// circle no longer fits into the map).
inline RadialProfile definedPart(RadialProfile profile) {
    const auto end = std::find_if(profile.value.begin(), profile.value.end(), [](double c) { return std::isnan(c); });
    const auto size = static_cast<std::size_t>(end - profile.value.begin());
    profile.r.resize(size);
    profile.value.resize(size);
    return profile;
}

/// The first zero that bounds where R_max is looked for.
inline double firstZero(const RadialProfile& profile) {
    return std::isnan(profile.meanFreeZeroPx) ? firstCrossing(profile, 0) : profile.meanFreeZeroPx;
}

/// Scale of C1D's rises where that zero is another map's: of a C1D whose mean was left in the pattern's is a part only.
inline double scaleOfRises(const RadialProfile& profile) {
    return std::isnan(profile.meanFreeZeroPx) ? 1 : profile.patternPart;
}

/// Samples among which the secondary maximum is looked for: between 2 and `zeros` first zeros, cut off by the range. Taking the
/// first local maximum outright would stop on ripples in the trough (science/definitions.md).
struct Bracket {
    std::size_t zero = 0, first = 0, last = 0;  ///< first sample beyond the zero; first and last of the bracket
};

inline std::optional<Bracket> bracketOfMaximum(const RadialProfile& profile, double zeros = 4) {
    const double zero = firstZero(profile);
    if (std::isnan(zero) || 2 * zero >= profile.r.back()) return std::nullopt;
    const auto sample = [](double r) { return static_cast<std::size_t>(r); };
    return Bracket{sample(std::ceil(zero)), sample(std::ceil(2 * zero)),
                   std::min(sample(std::floor(zeros * zero)), profile.size() - 1)};
}

/// Index of the highest (lowest) sample in [first, last], undefined ones left out.
inline std::size_t highest(const RadialProfile& profile, std::size_t first, std::size_t last) {
    std::size_t best = first;
    for (std::size_t i = first; i <= last; ++i)
        if (std::isnan(profile.value[best]) || profile.value[i] > profile.value[best]) best = i;
    return best;
}
inline std::size_t lowest(const RadialProfile& profile, std::size_t first, std::size_t last) {
    std::size_t best = first;
    for (std::size_t i = first; i <= last; ++i)
        if (std::isnan(profile.value[best]) || profile.value[i] < profile.value[best]) best = i;
    return best;
}

}  // namespace coarsen
