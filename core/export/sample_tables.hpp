// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/condition.hpp"
#include "core/project/project.hpp"
#include "core/project/sample.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// The texts of the files that a batch writes and the window exports of several samples (reference/batch.md); the same bytes from
/// both. `conditions`: conditionsOf() these samples.

/// summary.csv: a row for each sample, with the chosen law's first parameter, rate, exponent, and why it has none.
std::string summaryCsv(const std::vector<Sample>& samples);
/// growth.csv: every length of every sample, and the means of conditions with several repeats.
std::string samplesGrowthCsv(const std::vector<Sample>& samples, const std::vector<Condition>& conditions);
/// groups.csv: a row for each condition, with its law, and how its repeats' own values scatter.
std::string conditionsCsv(const std::vector<Sample>& samples, const std::vector<Condition>& conditions);
/// collapse.csv: of each sample C1D over R/R_max, the mean of its frames.
std::string collapseCsv(const std::vector<Sample>& samples);

/// batch.json: a project, which readProject() opens as such, with everything that the tables hold. Paths are relative to
/// `folder`.
std::string samplesJson(const Project& project, const std::vector<Sample>& samples, const std::vector<Condition>& conditions,
                        const std::filesystem::path& folder, const std::string& finishedUtc);

}  // namespace coarsen
