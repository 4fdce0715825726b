// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/job/given_settings.hpp"
#include "core/session/session.hpp"
#include "core/settings/typed_scale.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace coarsen::cli {

class ProgressReport;

/// The options of `analyze` as typed (reference/options.md); empty means not given.
struct AnalyzeOptions {
    std::vector<std::string> inputs, settings, images;
    std::string output, preset, recipe, session, times, timeColumns, region, frames, gpus;
    std::optional<int> slice, position;
    TypedScale scale;
    bool joins = false;
    std::string sizeFrom, timesFrom;
    bool volumes = false;  ///< each TIFF file is one
    std::string raw, dataset;
    std::optional<int> channel, time;  ///< of volumes
    bool numbered = false;
    GivenSettings keys;  ///< of the options that stand for a key of the recipe, in the order in which they were typed
    std::optional<std::string> engine, convolutionEngine, order;
    std::vector<std::string> save;
    int effects = 0;  ///< frames whose R_max is also found without each step
    std::string progress = "auto";
    int threads = 0;
    std::string memory;
    bool exact = false, resume = false, force = false, quiet = false, ignoresTuning = false, watch = false;
    bool prepares = false, merges = false;
    std::string part;             ///< "3/7"
    int until = 0;                ///< frames after which a watch ends; 0: by a signal only
    std::optional<int> estimate;  ///< parts that are asked about; 0: as many as suit

    bool saves(const std::string& kind) const;
    const std::string* given(std::string_view key) const;  ///< text of the option that stands for that key, or nullptr
};

/// --set and the options that stand for one key; these come last. Throws SettingError: one without a value.
GivenSettings settingsOf(const AnalyzeOptions& options);

/// The recipe that --preset and --recipe ask for, the file's settings on top of the preset's; without both it is `before`. Throws
/// InputError, SettingError.
Recipe askedRecipe(const AnalyzeOptions& options, const Recipe& before);

/// --z, --volumes and its kin. Throws SettingError.
SeriesOpening openingOf(const AnalyzeOptions& options);

/// --interval, --times or --numbered; nothing without. Throws SettingError.
std::optional<TimeChoice> timeChoice(const AnalyzeOptions& options);

/// Options that commands share, in groups of the help: of the recipe, of volumes, of times and fit, of engines, threads and
/// memory, of what is said.
void addMeasuring(CLI::App& sub, AnalyzeOptions& options);
void addSlice(CLI::App& sub, AnalyzeOptions& options);  ///< --z and its kin
void addVolumes(CLI::App& sub, AnalyzeOptions& options);
/// Options that name the part of a file that is meant, for commands of pictures, and for those of single volumes, whose memory
/// may be limited.
void addPicturePart(CLI::App& sub, AnalyzeOptions& options);
void addVolumePart(CLI::App& sub, AnalyzeOptions& options);
void addSliceAndPosition(CLI::App& sub, AnalyzeOptions& options);
void addDataset(CLI::App& sub, AnalyzeOptions& options);
void addTimes(CLI::App& sub, std::vector<int>& times);  ///< --t N[,M] of two files
CLI::Option* addInterval(CLI::App& sub, AnalyzeOptions& options);
CLI::Option* addPixelSize(CLI::App& sub, AnalyzeOptions& options);  ///< --pixel-size, which is --spacing, too
void addFitting(CLI::App& sub, AnalyzeOptions& options);
void addEngineChoice(CLI::App& sub, AnalyzeOptions& options, const Engines& engines);
void addReporting(CLI::App& sub, AnalyzeOptions& options);

/// --preset, which takes what `presets` says, and --recipe; `ensemble` has them too.
void addPresetAndRecipe(CLI::App& sub, AnalyzeOptions& options, const std::string& group, const std::string& presets);
/// The presets that ship, by name, as far as `takes` says that the command can use them.
std::string presetHelp(bool (*takes)(const Recipe&) = nullptr);

void addOptions(CLI::App& sub, AnalyzeOptions& options, const Engines& engines);

/// A session without results: the series with its times, the recipe and everything else that the options ask for.
/// `earlier`: --session's, from which it starts. Throws InputError, SettingError.
Session requestedSession(const AnalyzeOptions& options, const std::optional<Session>& earlier, ProgressReport& report);

[[noreturn]] void refuseToWatchVolumes();

/// Throws InputError and SettingError for settings that no image could make good.
void requireLegalSettings(const AnalyzeOptions& options);

/// --engine and its kin. Throws SettingError, also where a GPU that is named is not there.
EngineRequest engineRequest(const AnalyzeOptions& options, const Engines& engines);
/// A wrong name is said before anything is written; whether it suits the images, the run says. Throws SettingError.
void requireEngines(const EngineRequest& request);
int threadsOf(const AnalyzeOptions& options);         ///< throws SettingError
std::size_t memoryOf(const AnalyzeOptions& options);  ///< sets the budget of the program, too; throws SettingError

/// The run that the options ask for on this session. `earlier`: --session's, whose frames are measured again.
RunRequest runRequest(const AnalyzeOptions& options, const Session& session, const std::optional<Session>& earlier,
                      const Engines& engines);

/// Throws InputError, SettingError.
Recipe readRecipe(const std::filesystem::path& file);

}  // namespace coarsen::cli
