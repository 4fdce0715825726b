// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"

namespace coarsen {

const std::vector<LengthEstimator>& lengthEstimators() {
    static const std::vector<LengthEstimator> list = {
        {"r_max", "R_max", rMax, nullptr},
        {"r_min", "first minimum", rMin, nullptr},
        {"r_zero", "first zero", rZero, nullptr},
        {"r_half", "half width", rHalf, nullptr},
        {"l_q1", "2\u03c0/q\u2081", nullptr, firstMomentLength},
        {"l_qpeak", "2\u03c0/q of the peak", nullptr, spectrumPeakLength},
    };
    return list;
}

}  // namespace coarsen
