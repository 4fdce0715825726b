// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// effects.csv: R_max with and without each step, on `count` frames spread evenly over the measured ones. A frame that has no
/// R_max is passed over.
std::string effectsCsv(const RunRequest& request, const std::vector<FrameResult>& rows, int count, std::stop_token stop);

}  // namespace coarsen
