// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/ensemble_sum.hpp"

#include "core/measure/small_radii.hpp"

#include <utility>

namespace coarsen {

EnsembleSum::EnsembleSum(const MeasureSettings& settings, double aspect) : settings_(settings), aspect_(aspect) {
    requirePoolable(settings_);
}

void EnsembleSum::add(const SharedResult& row, const CorrelationMap& map) {
    maps_.add(map);
    rows_.push_back(row);
}

void EnsembleSum::goOn(std::vector<SharedResult> rows, PooledMap maps) {
    rows_ = std::move(rows);
    maps_ = std::move(maps);
}

Ensemble EnsembleSum::result() const {
    if (rows_.empty()) return {};
    const auto averager = AzimuthalAverager::shared(maps_.maxLag(), settings_.azimuth, aspect_);
    const auto profileOf = [&](const CorrelationMap& map) {
        RadialProfile profile = (*averager)(map);
        if (settings_.smallRadii == SmallRadii::quarter) profile.fine = fineCurve(map, aspect_);
        profile.smoothingPx = rows_.front()->profile.smoothingPx;
        return profile;
    };
    return ensembleOf(rows_, settings_, {profileOf(maps_.pooled()), profileOf(maps_.meanOfMaps())});
}

}  // namespace coarsen
