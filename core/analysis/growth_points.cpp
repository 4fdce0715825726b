// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"
#include "core/base/error.hpp"
#include "core/growth/frame_errors.hpp"
#include "core/measure/focus.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

/// Mean of these frames' correlation with the frame before; 0 where none is known.
double meanNeighbourCorrelation(const std::vector<FrameResult>& results, const NeighbourCorrelations& neighbourCorrelations) {
    double sum = 0;
    int count = 0;
    for (const FrameResult& row : results) {
        const double alike = neighbourCorrelationOf(neighbourCorrelations, row.frame);
        if (!std::isfinite(alike)) continue;
        sum += alike;
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

GrowthSeries growthSeries(const std::vector<FrameResult>& results, const NeighbourCorrelations& neighbourCorrelations,
                          const Calibration& calibration, const std::string& lengthKey) {
    GrowthSeries series;
    series.lengthKey = lengthKey;
    series.lengthUnit = calibration.isKnown() ? "um" : "px";
    const bool isCounted = !results.empty() && std::ranges::all_of(results, [](const FrameResult& row) {
        return row.timeSource == TimeSource::index;
    });
    series.timeUnit = isCounted ? "frame" : "s";

    series.neighbourCorrelation = meanNeighbourCorrelation(results, neighbourCorrelations);
    const LengthEstimator* const estimator = lengthEstimator(lengthKey);
    const bool needsMaximum = !estimator || estimator->needsMaximum();
    double renewal = 0;
    for (const FrameResult& row : results) {
        const double known = neighbourCorrelationOf(neighbourCorrelations, row.frame),
                     alike = std::isfinite(known) ? known : series.neighbourCorrelation;
        if (&row != &results.front()) renewal += renewalOf(alike);
        const LengthScale& length = lengthNamed(row, lengthKey);
        const bool isExcluded = row.status == FrameStatus::excluded;
        const bool isUsable = row.countsForFit(lengthKey) || (isExcluded && row.hasLength(lengthKey));
        if (!isUsable || !length.isFound() || !std::isfinite(row.timeS)) continue;
        const double scale = calibration.isKnown() ? umPerPx(row, calibration) : 1.0;
        GrowthPoint point;
        point.frame = row.frame;
        point.time = row.timeS;
        point.length = length.px * scale;
        point.error = length.errorPx * scale;
        // Of a length without a maximum: its own areas, and any height that is the same for all.
        point.cMax = needsMaximum ? row.rMax.c1d : 1 / std::numbers::e;
        point.domains = needsMaximum ? row.domains() : row.image.domains(length.px);
        point.renewal = renewal;
        point.excluded = isExcluded;
        point.isWeak = needsMaximum && row.rMax.quality == Quality::weak;
        if (needsMaximum) {
            const Focus focus = focusOf(unpacked(row.profile), row.rMax.px);
            point.contrast = focus.contrast;
            point.waveWidth = focus.width;
        }
        series.points.push_back(point);
    }
    return series;
}

}  // namespace coarsen
