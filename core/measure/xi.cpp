// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/level_crossing.hpp"
#include "core/measure/removed_mean.hpp"
#include "core/measure/xi_amplitude.hpp"

#include <cmath>
#include <numbers>

namespace coarsen {

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
    return length;
}

}  // namespace coarsen
