// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/flow_inverter.hpp"

#include <cstddef>
#include <limits>

namespace coarsen {

/// The inverse v of a displacement, fixed(X) = moved(X - v(X)): a displacement of the same meaning with the two exchanged.
struct InverseFlow {
    KnownFlow flow;  ///< not known where the inverse does not exist
    double residualMean = std::numeric_limits<double>::quiet_NaN(), residualMost = residualMean;  ///< voxels, where it exists
    int iterations = 0;                                                                           ///< largest number
    std::size_t without = 0;                                                                      ///< voxels where it does not
};

/// Convention of the inverse, as files of it state it: that of u with the two exchanged.
inline constexpr const char* inverseConvention = "inverse of u: fixed(x) = moved(x - u(x)), u in voxels";

/// After a stop: unfinished.
InverseFlow inverseOf(const FlowBetweenVoxels& u, const InversionSettings& settings, const Threads& threads);

}  // namespace coarsen
