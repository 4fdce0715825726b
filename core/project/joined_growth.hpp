// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_series.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace coarsen {

/// Several repeats as one growth.
struct JoinedGrowth {
    GrowthSeries growth = {};                            ///< `frame` of a point is its place
    std::vector<int> repeatsAt = {};                     ///< by point: how many stand behind it
    std::optional<std::pair<double, double>> span = {};  ///< the first and the last time that all repeats span
};

/// Joins growths of the same units whose times count from the same thing, by the rules of conditionsOf(). None is empty.
JoinedGrowth joined(const std::vector<GrowthSeries>& repeats);

}  // namespace coarsen
