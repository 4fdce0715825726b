// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/level_crossing.hpp"
#include "core/measure/removed_mean.hpp"

#include <numbers>

namespace coarsen {

LengthScale xi(const RadialProfile& measured, const MeasureSettings&) {
    const RadialProfile profile = withRemovedPart(measured);
    const double level = profile.size() > 0 ? profile.value[0] / std::numbers::e : 0;
    LengthScale length;
    length.px = firstCrossing(profile, level);
    if (!(level > 0) || !length.isFound())
        return noLength("C1D does not fall to 1/e of C1D(0) within the largest offset; increase it");
    length.c1d = level - (profile.value[0] - measured.value[0]);
    length.quality = Quality::good;
    return length;
}

}  // namespace coarsen
