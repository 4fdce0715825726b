// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "core/ensemble/ensemble_sum.hpp"
#include "core/export/ensemble_tables.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen::cli {

/// One group of images, and what it is measured with.
struct GroupRequest {
    std::string name;
    double x = EnsembleLength::nan;  ///< the condition as a number; NaN: none was given
    Session session;
    RunRequest run;
};

/// The groups: each input is one; with a table, each number in the table's column; of a session those that it keeps. `sweep`:
/// KEY=V1,V2,... makes each group once for every value, named by it. Throws InputError and SettingError, also where groups have
/// other pixel sizes.
std::vector<GroupRequest> groupRequests(const AnalyzeOptions& options, const std::string& table, const std::string& column,
                                        const std::string& sweep, const Engines& engines, ProgressReport& report);

/// A group's images that were measured, and how many were not.
struct MeasuredGroup {
    EnsembleGroup group;
    PooledMap maps;
    int failed = 0;
    std::vector<SharedResult> rows;
};

/// Measures a group. Images that cannot be measured are said and left out. Nothing after a stop.
std::optional<MeasuredGroup> measuredGroup(const GroupRequest& request, ProgressReport& report, std::stop_token stop);

/// All groups and their rows as one session, which shows them as an ensemble again. Nothing where groups were measured by
/// different recipes.
std::optional<Session> sessionOf(const std::vector<GroupRequest>& requests, const std::vector<MeasuredGroup>& measured);

}  // namespace coarsen::cli
