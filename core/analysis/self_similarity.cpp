// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/self_similarity.hpp"

#include "core/base/numbers.hpp"

#include <gsl/gsl_fit.h>

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {
constexpr std::size_t fewestFrames = 5;
constexpr double leastGrowth = 1.25, leastChange = 0.1, leastErrors = 3;
}  // namespace

std::string RatioTrend::warning() const {
    if (std::abs(last / first - 1) < leastChange || std::abs(changeInErrors) < leastErrors) return {};
    const auto rounded = [](double value) { return shortest(std::round(value * 1000) / 1000); };
    return "The first zero of C1D over R_max changes from " + rounded(first) + " to " + rounded(last) +
           " as R_max grows: the pattern is not self-similar, or uneven light is left in";
}

std::optional<RatioTrend> zeroToMaximumTrend(const RowList& rows) {
    std::vector<double> logLength, ratio;
    for (const FrameResult& row : rows.all()) {
        if (!row.countsForFit() || !row.lengths["r_zero"].isFound() || !(row.rMax.px > 0)) continue;
        logLength.push_back(std::log(row.rMax.px));
        ratio.push_back(row.lengths["r_zero"].px / row.rMax.px);
    }
    if (logLength.size() < fewestFrames) return std::nullopt;
    const auto [smallest, largest] = std::ranges::minmax(logLength);
    if (largest - smallest < std::log(leastGrowth)) return std::nullopt;
    double intercept = 0, slope = 0, cov00 = 0, cov01 = 0, variance = 0, squares = 0;
    gsl_fit_linear(logLength.data(), 1, ratio.data(), 1, logLength.size(), &intercept, &slope, &cov00, &cov01, &variance,
                   &squares);
    RatioTrend trend;
    trend.first = intercept + slope * smallest;
    trend.last = intercept + slope * largest;
    trend.changeInErrors = variance > 0 ? slope / std::sqrt(variance) : slope == 0 ? 0 : std::copysign(1e9, slope);
    return trend;
}

}  // namespace coarsen
