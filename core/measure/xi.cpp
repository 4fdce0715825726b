// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/level_crossing.hpp"
#include "core/measure/removed_mean.hpp"
#include "core/measure/xi_amplitude.hpp"

#include <numbers>

namespace coarsen {

LengthScale xi(const RadialProfile& measured, const MeasureSettings& settings) {
    const RadialProfile profile = withRemovedPart(measured);
    const double level = xiAmplitude(profile, settings) / std::numbers::e;
    LengthScale length;
    length.px = firstCrossing(profile, level);
    if (!(level > 0) || !length.isFound())
        return noLength("C1D does not fall to 1/e of C1D(0) within the largest offset; increase it");
    length.c1d = level - (profile.value[0] - measured.value[0]);
    length.quality = Quality::good;
    return length;
}

}  // namespace coarsen
