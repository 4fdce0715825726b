// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace coarsen::cli {

class ProgressReport;

/// The options of `analyze` as typed (contract.md); empty means not given.
struct AnalyzeOptions {
    std::vector<std::string> inputs, settings, images;
    std::string output, preset, recipe, session, times, timeColumns, region, pixelSize, frames, gpus;
    std::optional<int> slice;
    bool numbered = false;
    std::optional<std::string> engine, convolutionEngine, mean, norm, fit, weights, maxLag, t0, interval, order;
    std::vector<std::string> save;
    int effects = 0;  ///< frames whose R_max is also found without each step
    std::string progress = "auto";
    int threads = 0;
    std::string memory;
    bool exact = false, resume = false, force = false, quiet = false, ignoresTuning = false, watch = false;
    int until = 0;  ///< frames after which a watch ends; 0: by a signal only

    bool saves(const std::string& kind) const;
};

/// --preset and --recipe, which `ensemble` has too; and what --preset takes.
void addPresetAndRecipe(CLI::App& sub, AnalyzeOptions& options, const std::string& group);
std::string presetHelp();

void addOptions(CLI::App& sub, AnalyzeOptions& options, const Engines& engines);

/// A session without results: the series with its times, the recipe and everything else that the options ask for.
/// `earlier`: --session's, from which it starts. Throws InputError, SettingError.
Session requestedSession(const AnalyzeOptions& options, const std::optional<Session>& earlier, ProgressReport& report);

/// Throws InputError and SettingError for settings that no image could make good.
void requireLegalSettings(const AnalyzeOptions& options);

/// The run that the options ask for on this session. `earlier`: --session's, whose frames are measured again.
RunRequest runRequest(const AnalyzeOptions& options, const Session& session, const std::optional<Session>& earlier,
                      const Engines& engines);

/// Throws InputError, SettingError.
Recipe readRecipe(const std::filesystem::path& file);

}  // namespace coarsen::cli
