// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/neighbour_correlation.hpp"
#include "core/analysis/row_list.hpp"
#include "core/growth/growth_series.hpp"
#include "core/series/calibration.hpp"

#include <string>

namespace coarsen {

/// R against time from the rows, which stand in the series' order, calibrated when known; growthSeries of a vector of rows is the
/// same (run_series.hpp). `neighbourCorrelations`: how much of its pattern each frame shares with the one before.
GrowthSeries growthSeries(const RowList& rows, const NeighbourCorrelations& neighbourCorrelations, const Calibration& calibration,
                          const std::string& lengthKey);

}  // namespace coarsen
