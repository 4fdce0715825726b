// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "app/cli/progress.hpp"
#include "core/job/series_run.hpp"

#include <memory>
#include <optional>

namespace coarsen::cli {

/// Request that the options make, of the session that they open.
struct RequestedRun {
    std::optional<Session> earlier;  ///< --session's
    Session session;
    RunRequest request;
};
/// Opens what they name, and looks at nothing else. Throws InputError, SettingError.
RequestedRun requestedRun(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report);

/// The run that the options ask for: what they name is opened, OUT is claimed, and what --resume continues is taken. `report`
/// outlives it. Throws InputError, SettingError, StorageError.
std::unique_ptr<SeriesRun> openedRun(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report);

/// Says what the rows say together, and the summary. The exit status: by the rows, or `interrupted`.
int conclude(SeriesRun& run, ProgressReport& report, bool isCutShort);

}  // namespace coarsen::cli
