// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "core/batch/measured_groups.hpp"

#include <string>
#include <vector>

namespace coarsen::cli {

/// The groups: each input is one; with a table, each number in the table's column; of a session those that it keeps. `sweep`:
/// KEY=V1,V2,... makes each group once for every value, named by it. Throws InputError and SettingError, also where groups have
/// other pixel sizes.
std::vector<GroupRequest> groupRequests(const AnalyzeOptions& options, const std::string& table, const std::string& column,
                                        const std::string& sweep, const Engines& engines, ProgressReport& report);

}  // namespace coarsen::cli
