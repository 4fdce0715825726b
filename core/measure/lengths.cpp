// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"

namespace coarsen {

const std::vector<LengthEstimator>& lengthEstimators() {
    static const std::vector<LengthEstimator> list = {
        {"r_max", "R_max", rMax},
        {"r_min", "first minimum", rMin},
        {"r_zero", "first zero", rZero},
        {"r_half", "half width", rHalf},
    };
    return list;
}

}  // namespace coarsen
