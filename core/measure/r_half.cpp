// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/level_crossing.hpp"

namespace coarsen {

LengthScale rHalf(const RadialProfile& profile, const MeasureSettings&) {
    LengthScale half;
    if (profile.size() > 0) half.px = firstCrossing(profile, profile.value[0] / 2);
    if (!half.isFound()) {
        half.message = "C1D does not fall to half of C1D(0) within the largest offset";
        return half;
    }
    half.c1d = profile.value[0] / 2;
    half.quality = Quality::good;
    return half;
}

}  // namespace coarsen
