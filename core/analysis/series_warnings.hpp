// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_list.hpp"
#include "core/recipe/recipe.hpp"

#include <vector>

namespace coarsen {

/// Warnings of what spoils a series that has been measured: judged by its largest R_max and its most saturated frame.
/// A warning of a fault of the pictures ends with the number of frames that show it.
std::vector<Warning> seriesWarnings(const Recipe& recipe, const RowList& rows);

}  // namespace coarsen
