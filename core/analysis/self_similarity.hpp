// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_list.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// How the ratio of the first zero to R_max runs through a series: constant while the pattern is self-similar
/// (science/other-lengths.md).
struct RatioTrend {
    double first = 0, last = 0;   ///< of the straight line through the ratios, at the first and the last frame
    double changeInErrors = 0;    ///< last - first in its own standard errors
    std::string warning() const;  ///< a sentence; empty while the change is below a tenth or below three standard errors
};

/// From the frames that count for the fit, equal weights, a straight line against log R_max. Nothing with fewer than
/// five frames or where R_max does not grow by a quarter.
std::optional<RatioTrend> zeroToMaximumTrend(const RowList& rows);

}  // namespace coarsen
