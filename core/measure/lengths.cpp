// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"

namespace coarsen {

const std::vector<LengthEstimator>& lengthEstimators() {
    static const std::vector<LengthEstimator> list = shippedLengths();
    return list;
}

}  // namespace coarsen
