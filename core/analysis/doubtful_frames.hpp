// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_list.hpp"
#include "core/growth/off_neighbours.hpp"
#include "core/series/calibration.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// The frames that someone should look at, by frame: those whose length stands apart from those of the frames around them, and
/// those whose R_half does. Blur widens C1D's central peak and noise narrows it long before R_max moves
/// (science/fits.md).
std::vector<OffNeighbours> doubtfulFrames(const RowList& rows, const Calibration& calibration, const std::string& lengthKey);

}  // namespace coarsen
