// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_unit.hpp"
#include "core/ensemble/grouping.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"
#include "core/volume/named_volumes.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace coarsen::window {

/// Everything of a session that the user chooses and can undo: one value, swapped by every undo command.
struct Choices {
    Recipe recipe;
    Calibration calibration;
    TimeChoice times;
    TimeUnit timeUnit = TimeUnit::automatic;
    std::map<std::string, TimeUnit> typedUnits;  ///< by setting
    std::set<int> excluded;
    std::map<int, double> manualRMaxPx;
    std::optional<Grouping> ensemble;
    std::string name;               ///< of the series; empty: its usual one
    std::optional<int> slice = {};  ///< of a stack (core/series/stack_slices.hpp)
    NamedVolume dataset = {};       ///< of files that hold several volumes

    bool operator==(const Choices&) const = default;
};

}  // namespace coarsen::window
