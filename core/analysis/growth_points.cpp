// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growth_points.hpp"

#include "core/analysis/run_series.hpp"
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/growth/frame_errors.hpp"
#include "core/measure/focus.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace coarsen {

namespace {

/// Mean of these frames' correlation with the frame before; 0 where none is known.
double meanNeighbourCorrelation(const RowList& rows, const NeighbourCorrelations& neighbourCorrelations) {
    double sum = 0;
    int count = 0;
    for (const FrameResult& row : rows.all()) {
        const double alike = neighbourCorrelationOf(neighbourCorrelations, row.frame);
        if (!std::isfinite(alike)) continue;
        sum += alike;
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

/// Tells whether the row is a point of R against t; one that is left out of the fit is, too.
bool isPoint(const FrameResult& row, const std::string& lengthKey) {
    const LengthScale& length = lengthNamed(row, lengthKey);
    const bool isExcluded = row.status == FrameStatus::excluded;
    const bool isUsable = row.countsForFit(lengthKey) || (isExcluded && row.hasLength(lengthKey));
    return isUsable && length.isFound() && std::isfinite(row.timeS);
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
    return growthSeries(RowList(results), neighbourCorrelations, calibration, lengthKey);
}

GrowthSeries growthSeries(const RowList& rows, const NeighbourCorrelations& neighbourCorrelations, const Calibration& calibration,
                          const std::string& lengthKey) {
    GrowthSeries series;
    series.lengthKey = lengthKey;
    series.lengthUnit = calibration.isKnown() ? "um" : "px";
    const bool isCounted = rows.size() > 0 && std::ranges::all_of(rows.all(), [](const FrameResult& row) {
                               return row.timeSource == TimeSource::index;
                           });
    series.timeUnit = isCounted ? "frame" : "s";

    series.neighbourCorrelation = meanNeighbourCorrelation(rows, neighbourCorrelations);
    const LengthEstimator* const estimator = lengthEstimator(lengthKey);
    const bool needsMaximum = !estimator || estimator->needsMaximum();
    std::vector<Focus> focuses(needsMaximum ? rows.size() : 0);
    parallelForShort(focuses.size(), [&](std::size_t i) {
        if (isPoint(rows[i], lengthKey)) focuses[i] = focusOf(unpacked(rows[i].profile), rows[i].rMax.px);
    });
    double renewal = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const FrameResult& row = rows[i];
        const double known = neighbourCorrelationOf(neighbourCorrelations, row.frame),
                     alike = std::isfinite(known) ? known : series.neighbourCorrelation;
        if (i > 0) renewal += renewalOf(alike);
        if (!isPoint(row, lengthKey)) continue;
        const LengthScale& length = lengthNamed(row, lengthKey);
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
        point.excluded = row.status == FrameStatus::excluded;
        point.isWeak = needsMaximum && row.rMax.quality == Quality::weak;
        if (needsMaximum) {
            point.contrast = focuses[i].contrast;
            point.waveWidth = focuses[i].width;
        }
        series.points.push_back(point);
    }
    return series;
}

}  // namespace coarsen
