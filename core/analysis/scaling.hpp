// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/analysis/neighbour_correlation.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A measure of the surface times the power of R_max that makes it a pure number: constant while growth is self-similar.
struct ScalingProduct {
    std::string_view key;                    ///< "s_v_r_max", "euler_r_max3"
    std::string_view words;                  ///< "S_V·R_max"
    Estimate (*of)(const FrameResult& row);  ///< NaN without R_max or surface; the errors of both count as independent
};
const std::vector<ScalingProduct>& scalingProducts();

/// The straight line through a product against ln R_max, over the frames that count for the fit. Frames that show the same
/// domains err together, as in a growth law (frame_errors.hpp).
struct ScalingTrend {
    const ScalingProduct* product = nullptr;
    int frames = 0;
    double mean = 0, meanError = 0;  ///< where ln R_max has its mean
    double change = 0,
           changeError = 0;  ///< from the smallest R_max to the largest; widened where points scatter more than they err
    double growth = 1;       ///< the largest R_max over the smallest
    double middle = 0;       ///< the mean of ln R_max, in px

    double valueAt(double rMaxPx) const { return mean + change / std::log(growth) * (std::log(rMaxPx) - middle); }
    bool isDecided() const;  ///< true where R_max grows enough, and errors are small enough, for a verdict
    /// The change that would count: more than two errors, and more than the twentieth of the mean below which a change is taken
    /// for none.
    double leastChange() const;
    bool isConstant() const { return std::abs(change) <= leastChange(); }
    std::string sentence() const;
};

bool anySurface(const FrameResults& results);  ///< false: there are no trends

/// Trends of each product that five frames have; `rows` in the series' order.
std::vector<ScalingTrend> scalingTrends(const std::vector<FrameResult>& rows, const NeighbourCorrelations& neighbourCorrelations);

/// Sentence on what the trends say together: whether growth is self-similar, with the figures; empty without trends.
std::string scalingStatement(const std::vector<ScalingTrend>& trends);
std::string scalingVerdict(const std::vector<ScalingTrend>& trends);  ///< its first half
std::string scalingFigures(const std::vector<ScalingTrend>& trends);  ///< and its second

}  // namespace coarsen
