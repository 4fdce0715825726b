// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/lag_sums.hpp"

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace coarsen {

/// C2D: the correlation at every offset |X0|, |Y0| <= R, with the pairs of valid pixels behind each value.
/// NaN where undefined (fewer than 32 pairs, fewer than 1 % of width x height, or nothing to divide by).
///
/// Use, given `const CorrelationMap& map`:
///
///     const double c = map.at(3, -2);  // NaN where undefined
///     const double pairs = map.pairCount(3, -2);
class CorrelationMap {
public:
    CorrelationMap() = default;

    /// `values` and `pairCounts` alike: rows of 2R+1 from Y0 = (isEven ? 0 : -R) to R.
    CorrelationMap(int maxLag, bool isEven, std::vector<double> values, std::shared_ptr<const LagSums> pairCounts);
    CorrelationMap(int maxLag, bool isEven, std::vector<double> values, std::vector<double> pairCounts);

    int maxLag() const { return maxLag_; }
    bool isEven() const { return isEven_; }  ///< C(X0,Y0) = C(-X0,-Y0): an autocorrelation, half of it stored
    bool isEmpty() const { return values_.empty(); }
    double at(int X0, int Y0) const { return values_[index(X0, Y0)]; }
    double pairCount(int X0, int Y0) const { return pairCounts_->values[index(X0, Y0)]; }
    bool isDefinedEverywhere() const { return isDefinedEverywhere_; }

    /// The stored rows: 2R+1 values each, from Y0 = minY() on.
    int minY() const { return isEven_ ? 0 : -maxLag_; }
    const std::vector<double>& values() const { return values_; }
    const std::vector<double>& pairCounts() const { return pairCounts_->values; }
    const std::shared_ptr<const LagSums>& sharedPairCounts() const { return pairCounts_; }  ///< the same object for like frames

    /// The mean square that its values were divided by: over valid pixels, summed over channels, about what was taken off. Of an
    /// autocorrelation that Correlator made; NaN: not known.
    double variance = std::numeric_limits<double>::quiet_NaN();
    std::string engine;   ///< engine that made it
    std::string variant;  ///< how: CorrelationPlan::variant()

private:
    std::size_t index(int X0, int Y0) const {
        if (isEven_ && Y0 < 0) return index(-X0, -Y0);
        return static_cast<std::size_t>(Y0 - minY()) * static_cast<std::size_t>(2 * maxLag_ + 1) +
               static_cast<std::size_t>(X0 + maxLag_);
    }
    int maxLag_ = 0;
    bool isEven_ = true, isDefinedEverywhere_ = true;
    std::vector<double> values_;
    std::shared_ptr<const LagSums> pairCounts_;  // of a whole series, where its mask does not change
};

}  // namespace coarsen
