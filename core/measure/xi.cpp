// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/level_crossing.hpp"
#include "core/measure/removed_mean.hpp"
#include "core/measure/xi_amplitude.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace coarsen {

namespace {

// Shares of the scale that axes are averaged over: what averaging adds to xi, and by how much that may be more or less
// (tests/studies/results/axes.txt).
constexpr double addedByScale = 0.8, addedError = 0.5;
constexpr double leastScales = 2.2;  // axes of noise alone have a xi of 1.5 scales

/// The length without what averaging over the field's scale has added to it, which in part is in its error.
LengthScale withoutScale(LengthScale length, double scalePx) {
    if (length.px < leastScales * scalePx) {
        const std::string hardly = "\u03be is hardly longer than averaging over " + std::to_string(std::lround(scalePx)) +
                                   " px makes it of axes that are noise; a smaller channels.scale may tell";
        if (length.px <= addedByScale * scalePx) return noLength(hardly);
        length.quality = Quality::weak;
        length.message = hardly;
    }
    length.px -= addedByScale * scalePx;
    length.formErrorPx = std::hypot(length.formErrorPx, addedError * scalePx);
    return length;
}

}  // namespace

LengthScale xi(const RadialProfile& measured, const MeasureSettings& settings) {
    const RadialProfile profile = withRemovedPart(measured);
    const Height height = xiAmplitude(profile, settings);
    const double level = height.value / std::numbers::e;
    LengthScale length;
    length.px = firstCrossing(profile, level);
    if (!(level > 0) || !length.isFound())
        return noLength("C1D does not fall to 1/e of C1D(0) within the largest offset; increase it");
    length.c1d = level - (profile.value[0] - measured.value[0]);
    length.quality = Quality::good;
    if (height.error > 0) {
        const double off = height.error / std::numbers::e;
        const double shortest = firstCrossing(profile, level + off), longest = firstCrossing(profile, level - off);
        length.formErrorPx = std::isnan(longest) ? length.px - shortest : (longest - shortest) / 2;
    }
    const bool isOfAxes = settings.xiStart == XiStart::noiseAndScale && profile.smoothingPx > 0;
    return isOfAxes ? withoutScale(length, profile.smoothingPx) : length;
}

}  // namespace coarsen
