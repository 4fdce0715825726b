// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/analysis/survey.hpp"
#include "core/job/run_report.hpp"
#include "core/session/prepared_run.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

namespace coarsen {

class SeriesRun;

/// How far a part has come.
struct PartOutcome {
    std::vector<int> frames;     ///< of the part, in the series' order
    std::size_t measured = 0;    ///< of them now; the others' rows were there
    bool isWhole = false;        ///< false after a stop
    std::filesystem::path file;  ///< of its rows
};

/// The request that a prepared run is, with the plan's choice among these engines.
RunRequest requestOf(const PreparedRun& run, EngineRequest engines);

/// The survey beside the plan; nothing where the recipe needs none. Throws InputError where it is gone, or of something else.
std::shared_ptr<const Survey> surveyOf(const PreparedRun& run, const std::filesystem::path& folder);

/// Measures one part of the run that was prepared in that folder into a file of its own there, going on where a killed one
/// stopped. It asks the disk for the part's images only, and for the one before the first, which is measured for the sake of the
/// correlation of the two. Frames that cannot be measured have their rows, too. Throws InputError where an
/// image or a file of the recipe is not the one that was prepared, or a part of something else lies there; SettingError where an
/// engine of the plan is not here; StorageError where it cannot be written, or another program measures this part.
PartOutcome measurePart(const std::filesystem::path& folder, const PreparedRun& run, const Part& part, RunRequest request,
                        RunReport& report, std::stop_token stop);

/// The run that was prepared in that folder with the rows of all its parts, ready to write its tables there. `replaces`: results
/// that lie there, also where the plan does not say so. Throws InputError where parts are missing or of something else.
std::unique_ptr<SeriesRun> mergedRun(const std::filesystem::path& folder, const PreparedRun& run, RunRequest request,
                                     bool replaces, const Engines& engines, RunReport& report);

}  // namespace coarsen
