// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_series.hpp"

#include <limits>
#include <string>
#include <vector>

namespace coarsen {

/// How far a fitted law passes by its points. The standard errors of a law that does not describe the points say nothing of how
/// well its parameters are known.
struct Misfit {
    /// Root mean square of the residuals, each in its point's own standard error: about 1 where the law holds and neighbouring
    /// frames are independent, less where they share domains. NaN where errors are unknown.
    double inErrors = std::numeric_limits<double>::quiet_NaN();
    double largest = 0;   ///< largest residual, as a part of the fitted length where that is positive
    int frame = -1;       ///< the frame that it belongs to; -1 where no fitted length is positive
    bool isSure = false;  ///< residuals above two standard errors that chance brings about less than once in a thousand series
};

/// `fitted` are the law's lengths at the points, `chi2Reduced` is the least that the law can have with frames that share domains,
/// `squareLeft` the mean square, in the points' own errors, that errors alone leave. A robust fit passes by outliers on
/// purpose: 1.48 times the median of the residuals (the standard deviation of a normal distribution) stands in for their root
/// mean square, and for chi^2, then.
Misfit misfitOf(const std::vector<GrowthPoint>& points, const std::vector<double>& fitted, std::size_t parameters,
                double chi2Reduced, double squareLeft, bool robust);

/// "misses its points by up to 28 %"; empty unless the misfit is sure.
std::string misfitWords(const Misfit& misfit);

}  // namespace coarsen
