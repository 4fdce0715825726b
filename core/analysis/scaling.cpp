// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scaling.hpp"

#include "core/analysis/run_series.hpp"
#include "core/base/numbers.hpp"
#include "core/growth/frame_errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t fewestSurfaces = 5;
constexpr double leastGrowthOfScaling = 1.25;  // of R_max, for its products to say anything
constexpr double mostUncertain = 0.25;         // of the mean: beyond it a change is no news
constexpr double smallChange = 0.05;           // of the mean, a choice: less is taken for constant, however sure it is
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

Estimate powerOfLength(const FrameResult& row, const Estimate& measure, int power) {
    if (!row.rMax.isFound()) return {unknown, unknown};
    const double factor = std::pow(row.rMax.px, power);
    return {measure.value * factor,
            std::hypot(measure.error * factor, measure.value * factor * power * row.rMax.errorPx / row.rMax.px)};
}

Estimate areaTimesLength(const FrameResult& row) {
    return row.surface ? powerOfLength(row, row.surface->measures.areaPerVolume, 1) : Estimate{unknown, unknown};
}

Estimate eulerTimesCube(const FrameResult& row) {
    return row.surface ? powerOfLength(row, row.surface->measures.eulerPerPx3, 3) : Estimate{unknown, unknown};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

/// "0.5" of 0.0051
std::string inPercent(double part) {
    return shortest(std::round(part * 1000) / 10);
}

}  // namespace

const std::vector<ScalingProduct>& scalingProducts() {
    static const std::vector<ScalingProduct> list = {{"s_v_r_max", "S_V·R_max", areaTimesLength},
                                                     {"euler_r_max3", "chi·R_max³", eulerTimesCube}};
    return list;
}

bool ScalingTrend::isDecided() const {
    return growth >= leastGrowthOfScaling && changeError <= mostUncertain * std::abs(mean);
}

double ScalingTrend::leastChange() const {
    return std::max(2 * changeError, smallChange * std::abs(mean));
}

std::string ScalingTrend::sentence() const {
    const RoundedPair level = roundedToError(mean, meanError);
    const double whole = std::abs(mean);
    return std::string(product->words) + " = " + (mean < 0 ? "−" + level.value.substr(1) : level.value) + " ± " + level.error +
           ", changing by " + (change < 0 ? "−" : "+") + inPercent(std::abs(change) / whole) + " ± " +
           inPercent(changeError / whole) + " % (" +
           (isDecided() ? "constant below " + inPercent(leastChange() / whole) + " %" : "too uncertain to tell") + ")";
}

bool anySurface(const FrameResults& results) {
    return std::ranges::any_of(results, [](const auto& entry) { return entry.second->surface.has_value(); });
}

std::vector<ScalingTrend> scalingTrends(const std::vector<FrameResult>& rows,
                                        const NeighbourCorrelations& neighbourCorrelations) {
    if (std::ranges::none_of(rows, [](const FrameResult& row) { return row.surface.has_value(); })) return {};
    const GrowthSeries series = growthSeries(rows, neighbourCorrelations, {});
    std::map<int, const FrameResult*> byFrame;
    for (const FrameResult& row : rows)
        byFrame[row.frame] = &row;
    std::vector<ScalingTrend> trends;
    for (const ScalingProduct& product : scalingProducts()) {
        std::vector<GrowthPoint> points;
        std::vector<double> errors, ones, logarithms, values;
        for (const GrowthPoint& point : series.points) {
            const Estimate value = product.of(*byFrame.at(point.frame));
            if (point.excluded || !std::isfinite(value.value) || !(value.error > 0)) continue;
            points.push_back(point);
            errors.push_back(value.error);
            ones.push_back(1);
            logarithms.push_back(std::log(point.length));
            values.push_back(value.value);
        }
        if (points.size() < fewestSurfaces) continue;
        ScalingTrend trend;
        trend.product = &product;
        trend.frames = static_cast<int>(points.size());
        const auto [least, most] = std::ranges::minmax(logarithms);
        trend.growth = std::exp(most - least);

        // How frames share their errors is known of R_max; the products' errors are as large as they are.
        std::vector<double> ofLength;
        for (const GrowthPoint& point : points)
            ofLength.push_back(point.error > 0 ? point.error : point.length);
        const FrameErrors shared = frameErrors(points, series.neighbourCorrelation, ofLength);
        const auto whitened = [&](std::vector<double> vector) {
            for (std::size_t i = 0; i < vector.size(); ++i)
                vector[i] *= ofLength[i] / errors[i];
            return shared.whitened(vector);
        };
        for (const double logarithm : logarithms)
            trend.middle += logarithm / static_cast<double>(logarithms.size());
        for (double& logarithm : logarithms)
            logarithm -= trend.middle;
        const std::vector<double> a = whitened(ones), b = whitened(logarithms), y = whitened(values);
        const double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b), ay = dot(a, y), by = dot(b, y), det = aa * bb - ab * ab;
        if (!(det > 0)) continue;
        trend.mean = (bb * ay - ab * by) / det;
        const double slope = (aa * by - ab * ay) / det;
        double squares = 0;
        for (std::size_t i = 0; i < y.size(); ++i)
            squares += std::pow(y[i] - trend.mean * a[i] - slope * b[i], 2);
        const double widened = std::sqrt(std::max(1.0, squares / static_cast<double>(y.size() - 2)));
        trend.meanError = widened * std::sqrt(bb / det);
        trend.change = slope * (most - least);
        trend.changeError = widened * std::sqrt(aa / det) * (most - least);
        trends.push_back(trend);
    }
    return trends;
}

std::string scalingFigures(const std::vector<ScalingTrend>& trends) {
    std::string figures;
    for (const ScalingTrend& trend : trends)
        figures += (figures.empty() ? "" : "; ") + trend.sentence();
    return figures;
}

std::string scalingVerdict(const std::vector<ScalingTrend>& trends) {
    if (trends.empty()) return {};
    const double growth = std::ranges::max(trends, {}, &ScalingTrend::growth).growth;
    const std::string times = shortest(std::round(growth * 100) / 100);
    const auto isDecided = [](const ScalingTrend& trend) { return trend.isDecided(); };
    const auto varies = [](const ScalingTrend& trend) { return trend.isDecided() && !trend.isConstant(); };
    if (growth < leastGrowthOfScaling)
        return "R_max grows by only " + inPercent(growth - 1) + " %, too little to say whether growth is self-similar";
    if (std::ranges::none_of(trends, isDecided))
        return "The errors are too large to say whether growth is self-similar while R_max grows " + times + " times";
    if (std::ranges::any_of(trends, varies)) return "Growth is not self-similar while R_max grows " + times + " times";
    return "Growth is self-similar within the errors while R_max grows " + times + " times";
}

std::string scalingStatement(const std::vector<ScalingTrend>& trends) {
    return trends.empty() ? std::string() : scalingVerdict(trends) + ": " + scalingFigures(trends);
}

}  // namespace coarsen
