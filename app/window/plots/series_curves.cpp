// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/series_curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen::window {

namespace {

constexpr int mostColumns = 512, mostRows = 384;
constexpr double leastRangeOfCentre = 0.1;  // of the largest R, where C1D does not fall below 0
constexpr std::size_t mostLinePoints = 2000;
constexpr double most = 0.99;  // of the cells lie within the limit
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Where the central peak ends, in px.
std::size_t peakEnd(const FrameResult& row) {
    const double px = row.lengths["r_zero"].isFound() ? row.lengths["r_zero"].px
                                                      : leastRangeOfCentre * static_cast<double>(row.profile.value.size());
    return static_cast<std::size_t>(std::max(1.0, px));
}

/// A frame's curve, in as many places as the image has rows.
void addTo(std::vector<float>& column, const std::vector<float>& curve, std::size_t perRow) {
    for (std::size_t row = 0; row < column.size(); ++row) {
        const std::size_t from = row * perRow, to = std::min(curve.size(), from + perRow);
        float sum = 0;
        for (std::size_t i = from; i < to; ++i)
            sum += curve[i];
        column[row] += from < to ? sum / static_cast<float>(to - from) : nan;
    }
}

void makeImage(SeriesCurves& curves, std::size_t longest) {
    const auto& points = curves.growth->points;
    const std::size_t perRow = (longest + mostRows - 1) / mostRows;
    curves.rows = static_cast<int>((longest + perRow - 1) / perRow);
    curves.columns = mostColumns;
    curves.lastR = static_cast<double>(static_cast<std::size_t>(curves.rows - 1) * perRow) * curves.perPx;
    curves.cells.assign(static_cast<std::size_t>(curves.rows) * mostColumns, nan);

    // Each column takes the frames that lie in it, or else the nearest one: a frame without C1D leaves a gap.
    std::vector<std::pair<double, int>> byTime;
    for (const GrowthData::Point& point : points)
        if (const double time = curves.timeOf(point.result().frame); std::isfinite(time))
            byTime.emplace_back(time, point.result().frame);
    std::ranges::sort(byTime);
    std::vector<bool> isUsable(points.size(), false);
    for (const int frame : curves.usable)
        isUsable[static_cast<std::size_t>(frame)] = true;
    const double width = (curves.lastTime - curves.firstTime) / (mostColumns - 1);
    std::vector<float> column(static_cast<std::size_t>(curves.rows));
    for (int x = 0; x < mostColumns; ++x) {
        const double time = curves.firstTime + x * width;
        auto first = std::ranges::lower_bound(byTime, std::pair(time - width / 2, -1));
        auto last = std::ranges::lower_bound(byTime, std::pair(time + width / 2, -1));
        if (first == last) {
            if (first == byTime.end() || (first != byTime.begin() && time - std::prev(first)->first < first->first - time))
                --first;
            last = std::next(first);
        }
        std::ranges::fill(column, 0.0f);
        int count = 0;
        for (; first != last; ++first) {
            if (!isUsable[static_cast<std::size_t>(first->second)]) continue;
            addTo(column, curves.result(first->second).profile.value, perRow);
            ++count;
        }
        for (std::size_t y = 0; count > 0 && y < column.size(); ++y)
            curves.cells[y * mostColumns + static_cast<std::size_t>(x)] = column[y] / static_cast<float>(count);
    }
}

/// The range of C1D outside the central peaks: what one looks at.
void findRanges(SeriesCurves& curves) {
    std::vector<float> values;
    const std::size_t step = std::max<std::size_t>(1, curves.usable.size() / 400);
    for (std::size_t i = 0; i < curves.usable.size(); i += step) {
        const FrameResult& row = curves.result(curves.usable[i]);
        for (std::size_t r = peakEnd(row); r < row.profile.value.size(); ++r)
            if (std::isfinite(row.profile.value[r])) values.push_back(row.profile.value[r]);
    }
    if (values.empty()) return;
    const auto [lowest, highest] = std::ranges::minmax(values);
    curves.lowest = lowest;
    curves.highest = highest;
    for (float& value : values)
        value = std::abs(value);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(most * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, at);
    curves.limit = std::max(static_cast<double>(*at), 1e-6);
}

void drawLine(SeriesCurves& curves) {
    const std::size_t step = std::max<std::size_t>(1, curves.usable.size() / mostLinePoints);
    for (std::size_t i = 0; i < curves.usable.size(); i += step) {
        const int frame = curves.usable[i];
        curves.lineTime.push_back(curves.timeOf(frame));
        curves.lineR.push_back(curves.result(frame).rMax.px * curves.perPx);
    }
}

}  // namespace

SeriesCurves curvesOf(std::shared_ptr<const GrowthData> growth) {
    SeriesCurves curves;
    curves.growth = std::move(growth);
    const GrowthData& data = *curves.growth;
    const double perSecond = data.timeUnit().perBase;
    for (const GrowthData::Point& point : data.points)
        curves.times.push_back((point.result().timeS - data.originS()) * perSecond);
    std::size_t longest = 0;
    for (const GrowthData::Point& point : data.points) {
        const auto& curve = point.result().profile.value;
        if (!point.isMeasured || point.isStale || point.isExcluded || curve.empty() || !std::isfinite(point.result().timeS))
            continue;
        curves.usable.push_back(point.result().frame);
        longest = std::max(longest, curve.size());
    }
    if (curves.isEmpty()) return curves;
    std::ranges::stable_sort(curves.usable, {}, [&](int frame) { return curves.timeOf(frame); });
    curves.firstTime = curves.timeOf(curves.usable.front());
    curves.lastTime = curves.timeOf(curves.usable.back());
    const std::size_t last = curves.usable.size() - 1, count = std::min(curves.usable.size(), SeriesCurves::mostCurves);
    for (std::size_t i = 0; i < count; ++i)
        curves.chosen.push_back(curves.usable[(i * last + (count - 1) / 2) / (count - 1)]);
    const bool isCalibrated = data.calibration.isKnown();
    const double umPerPx = isCalibrated ? data.calibration.umPerPx() : 1;
    curves.unit = lengthUnit(isCalibrated, static_cast<double>(longest) * umPerPx);
    curves.perPx = umPerPx * curves.unit.perBase;
    findRanges(curves);
    makeImage(curves, longest);
    drawLine(curves);
    return curves;
}

}  // namespace coarsen::window
