// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/ensemble/ensemble_sum.hpp"
#include "core/export/ensemble_tables.hpp"
#include "core/job/run_report.hpp"
#include "core/session/session.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// One group of images, and what it is measured with.
struct GroupRequest {
    std::string name;
    double x = EnsembleLength::nan;  ///< the condition as a number; NaN: none was given
    Session session;
    RunRequest run;
};

/// A group's images that were measured, and how many were not.
struct MeasuredGroup {
    EnsembleGroup group;
    PooledMap maps;
    int failed = 0;
    std::vector<SharedResult> rows;
};

/// Measures a group. Images that cannot be measured are said and left out. Nothing after a stop.
std::optional<MeasuredGroup> measuredGroup(const GroupRequest& request, RunReport& report, std::stop_token stop);

/// All groups and their rows as one session, which shows them as an ensemble again. Nothing where groups were measured by
/// different recipes.
std::optional<Session> ensembleSession(const std::vector<GroupRequest>& requests, const std::vector<MeasuredGroup>& measured);

}  // namespace coarsen
