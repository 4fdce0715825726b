// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.hpp"

#include <string>
#include <vector>

namespace coarsen::window {

/// Groups and numbers that names tell of series.
struct NamedGroups {
    std::vector<ProjectSeries> series;
    std::string xLabel;  ///< where all numbers have one unit; else empty
};

/// "20C-1", "20C-2" are repeats of 20C, whose number is 20. Where fewer than two share what stands before the last separator
/// there is no group; groups and numbers that are there stay. `onlyNumbered`: no groups whose name holds no number, for sample-1
/// and sample-2 may be two samples.
NamedGroups groupsFromNames(std::vector<ProjectSeries> series, bool onlyNumbered);

}  // namespace coarsen::window
