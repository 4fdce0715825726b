// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/raw_image.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// One of the parts that a prepared run is measured in, counting from 1.
struct Part {
    int number = 1, of = 1;
};

/// A run that is measured in parts, at other times or on other machines, and merged: what is found once for all of them. A part
/// depends on nothing else, so parts give the rows that one run gives.
struct PreparedRun {
    static constexpr const char* fileName = "plan.json";
    static constexpr const char* framesName = "plan-frames.jsonl";  ///< its images, a line each

    Session session;                        ///< without results
    RunIdentity identity;                   ///< of the whole run, its engine by the name that measures
    std::vector<int> frames;                ///< that are the series, ascending; empty: all
    std::string engine;                     ///< by name: `auto` may choose another one elsewhere
    bool isExact = false;                   ///< asked for
    std::vector<std::string> convolutions;  ///< engines among which `auto` chose where it was prepared
    std::optional<ImageHeader> usual;       ///< of most frames; nothing: no header could be read
    std::string surveyKey;                  ///< of the survey beside the plan; empty: the recipe needs none
    int effects = 0;                        ///< frames of effects.csv
    bool replaces = false;                  ///< the results that lay there
    std::string hash;                       ///< of the file that it was read from: which plan it is

    /// The frames of that part in the series' order; the parts differ by one frame at most.
    std::vector<int> framesOf(const Part& part) const;
    /// Frame before that one in the series' order, whose correlation with it is measured; nothing for the first.
    std::optional<int> before(int frame) const;
};

/// Throws StorageError.
void writePlan(const std::filesystem::path& folder, const PreparedRun& run);

/// The plan in that folder. Throws InputError where there is none, a damaged one, or one of another version or other rules.
PreparedRun readPlan(const std::filesystem::path& folder);

}  // namespace coarsen
