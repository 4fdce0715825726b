// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "core/batch/measured_groups.hpp"
#include "core/ensemble/ensemble_choices.hpp"

#include <vector>

namespace coarsen::cli {

/// The groups: each input is one; with a table, each number in the table's column; of a session those that it keeps. A sweep
/// makes each group once for every value, named by it. Throws InputError and SettingError, also where groups have other pixel
/// sizes.
std::vector<GroupRequest> groupRequests(const AnalyzeOptions& options, const EnsembleChoices& choices, const Engines& engines,
                                        ProgressReport& report);

}  // namespace coarsen::cli
