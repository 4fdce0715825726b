// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_series.hpp"

#include <cstddef>
#include <vector>

namespace coarsen {

/// How wrong the lengths of a series' frames are, and how alike: frames that show the same domains err together
/// (science/fits.md). The covariance of frames i and j is
///     e_i e_j [(1 - own) exp(-|s_i - s_j|) + own delta_ij],
/// where `own` is the part of the variance that no two frames share (noise, the grid of pixels), and s grows from frame to frame
/// by 2 |ln c|, c the correlation of their images, squared, for second-order statistics lose their memory so; and by |ln
/// R_j/R_i|, for of a pattern that grows by that much in the same picture only so many domains are left. Everything takes time
/// proportional to the number of frames (an autoregression seen through noise: Kalman 1960).
class FrameErrors {
public:
    FrameErrors() = default;
    /// `errors`: standard errors e; `places`: s, ascending; `own`: above 0, at most 1.
    FrameErrors(std::vector<double> errors, std::vector<double> places, double own);

    std::size_t size() const { return errors_.size(); }
    const std::vector<double>& errors() const { return errors_; }

    /// The errors of the frames for which `isKept` holds.
    FrameErrors keptWhere(const std::vector<bool>& isKept) const;

    /// The covariance's product with a vector.
    std::vector<double> covarianceTimes(const std::vector<double>& vector) const;
    /// L^-1 v and L v for the lower triangle L with L L^T = the covariance: what errors look like when each frame's own news is
    /// taken apart and counted in standard deviations, and back.
    std::vector<double> whitened(const std::vector<double>& vector) const;
    std::vector<double> coloured(const std::vector<double>& vector) const;

private:
    std::vector<double> errors_, places_;
    double own_ = 1;
    std::vector<double> memory_, gain_,
        news_;  // of each step: exp(-ds), the filter's gain, the standard deviation of what is new
};

/// 2 |ln c|: how far a pattern has renewed itself between two images whose correlation is c.
double renewalOf(double correlation);

/// Errors of the points in their order, with `errors` for their own. Where a point does not say how alike its image is to the
/// one before, the series' mean stands in. Their own part is what lets each lie as far from the line through its two neighbours
/// as it does in the median, less two standard errors of that, at least 0.05, which is all for fewer than eight points.
FrameErrors frameErrors(const std::vector<GrowthPoint>& points, double neighbourCorrelation, std::vector<double> errors);

/// The points' standard errors, each drawn towards the series' own law error = k R/sqrt(Nd), which all frames together tell much
/// better than the six sub-images of one (decision G1; science/fits.md): sqrt((a e^2 + b law^2)/(a + b)), a and b the
/// degrees of freedom behind the two. As they are where fewer than five points know their domains.
std::vector<double> steadiedErrors(const std::vector<GrowthPoint>& points);

}  // namespace coarsen
