// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/level_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace coarsen {

LengthScale rMoment(const RadialProfile& profile, const MeasureSettings&) {
    LengthScale moment;
    const double end = profile.size() > 0 ? firstCrossing(profile, 0) : std::nan("");
    if (!(end > 0)) {
        moment.message = "C1D does not fall to 0 within the largest offset";
        return moment;
    }
    double area = 0, first = 0;
    for (std::size_t i = 0; i + 1 < profile.size() && profile.r[i] < end; ++i) {  // C1D is straight between its samples
        const double r0 = profile.r[i], r1 = std::min(profile.r[i + 1], end), c0 = profile.value[i];
        const double slope = (profile.value[i + 1] - c0) / (profile.r[i + 1] - r0), c1 = c0 + slope * (r1 - r0), h = r1 - r0;
        area += h * (c0 + c1) / 2;
        first += h * (r0 * c0 + r1 * c1) / 2 - h * h * h * slope / 6;
    }
    moment.px = first / area;
    moment.quality = Quality::good;
    return moment;
}

}  // namespace coarsen
