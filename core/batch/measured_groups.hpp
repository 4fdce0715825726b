// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/ensemble/ensemble_sum.hpp"
#include "core/export/ensemble_tables.hpp"
#include "core/job/run_report.hpp"
#include "core/session/session.hpp"

#include <functional>
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

/// Rows and sums that a group has when its run begins, and who keeps what is measured of it, so that an interrupted run goes on.
struct GroupKeeper {
    std::vector<SharedResult> rows = {};  ///< in the order in which they were measured
    PooledMap maps = {};                  ///< of those that did not fail, added in that order
    std::function<void(const SharedResult& row, const PooledMap& maps)> measured = {};  ///< the row's map is among them
    std::function<void(const PooledMap& maps)> ended = {};                              ///< by its last image, or by a stop
};

/// Measures what is not known of a group. Images that cannot be measured are said and left out. Nothing after a stop.
std::optional<MeasuredGroup> measuredGroup(const GroupRequest& request, RunReport& report, std::stop_token stop,
                                           const GroupKeeper& keeper = {});

/// All groups and their rows as one session, which shows them as an ensemble again. Nothing where groups were measured by
/// different recipes.
std::optional<Session> ensembleSession(const std::vector<GroupRequest>& requests, const std::vector<MeasuredGroup>& measured);

}  // namespace coarsen
