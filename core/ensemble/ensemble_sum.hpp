// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ensemble/ensemble.hpp"
#include "core/ensemble/pooled_map.hpp"

namespace coarsen {

/// Takes images one after the other; keeps their rows, and of their maps the sums.
class EnsembleSum {
public:
    /// Throws SettingError (requirePoolable).
    EnsembleSum(const MeasureSettings& settings, double aspect);

    void add(const SharedResult& row, const CorrelationMap& map);
    /// Goes on from what was added before, in that order.
    void goOn(std::vector<SharedResult> rows, PooledMap maps);

    const PooledMap& maps() const { return maps_; }
    /// Its value is read off the pooled map's C1D.
    Ensemble result() const;

private:
    MeasureSettings settings_;
    double aspect_;
    PooledMap maps_;
    std::vector<SharedResult> rows_;
};

}  // namespace coarsen
