// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"
#include "core/base/error.hpp"
#include "core/growth/frame_errors.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

/// The mean correlation of neighbouring final images; 0 where none is known.
double meanLikeness(const std::vector<FrameResult>& results) {
    double sum = 0;
    int count = 0;
    for (const FrameResult& row : results) {
        if (!std::isfinite(row.neighbourCorrelation)) continue;
        sum += row.neighbourCorrelation;
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

}  // namespace

const LengthScale& lengthNamed(const FrameResult& row, std::string_view key) {
    std::string known;
    for (const LengthEstimator& estimator : lengthEstimators()) {
        if (estimator.key == key) return row.length(key);
        known += (known.empty() ? "" : ", ") + estimator.key;
    }
    throw SettingError("fit.length", "'" + std::string(key) + "' is unknown", "choose one of " + known);
}

GrowthSeries growthSeries(const std::vector<FrameResult>& results, const Calibration& calibration, const std::string& lengthKey) {
    GrowthSeries series;
    series.lengthKey = lengthKey;
    series.lengthUnit = calibration.isKnown() ? "um" : "px";
    const bool isCounted = !results.empty() && std::ranges::all_of(results, [](const FrameResult& row) {
        return row.timeSource == TimeSource::index;
    });
    series.timeUnit = isCounted ? "frame" : "s";

    const double scale = calibration.isKnown() ? calibration.umPerPx() : 1.0;
    series.neighbourCorrelation = meanLikeness(results);
    double renewal = 0;
    for (const FrameResult& row : results) {
        const double alike = std::isfinite(row.neighbourCorrelation) ? row.neighbourCorrelation : series.neighbourCorrelation;
        if (&row != &results.front()) renewal += renewalOf(alike);
        const LengthScale& length = lengthNamed(row, lengthKey);
        const bool isExcluded = row.status == FrameStatus::excluded;
        const bool isUsable = row.countsForFit() || (isExcluded && row.rMax.isFound());
        if (!isUsable || !length.isFound() || !std::isfinite(row.timeS)) continue;
        GrowthPoint point;
        point.frame = row.frame;
        point.time = row.timeS;
        point.length = length.px * scale;
        point.error = length.errorPx * scale;
        point.cMax = row.rMax.c1d;
        point.domains = row.domains();
        point.renewal = renewal;
        point.excluded = isExcluded;
        series.points.push_back(point);
    }
    return series;
}

}  // namespace coarsen
