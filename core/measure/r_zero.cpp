// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/bracket.hpp"
#include "core/measure/lengths.hpp"

namespace coarsen {

LengthScale rZero(const RadialProfile& profile, const MeasureSettings&) {
    LengthScale zero;
    zero.px = firstZero(profile);
    if (!zero.isFound()) {
        zero.message = "C1D does not reach 0 within the largest offset";
        return zero;
    }
    zero.c1d = 0;
    zero.quality = Quality::good;
    return zero;
}

}  // namespace coarsen
