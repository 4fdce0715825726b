// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// Time that one engine took on this machine.
struct MeasuredCost {
    std::string engine;
    ConvolutionShape shape;
    double nanoseconds = 0;  ///< for each pixel of the answer
};

/// Costs that `auto` goes by instead of those that engines state.
struct ConvolutionTuning {
    std::string machine;  ///< for which they hold: tuningMachine()
    std::string dateUtc;
    std::vector<MeasuredCost> costs;
};

/// Processor, devices of the engines and the program's version: another one makes a tuning worthless.
std::string tuningMachine(const ConvolutionEngineList& engines);

/// Filters from 3 x 3 to 43 x 43, high, wide and oblong ones, on images from 300 x 200 to 2048 x 2048, with one thread and with
/// all; engines that cannot win are left out. After a stop there are fewer. `progress`: how many shapes of how many are done.
ConvolutionTuning measuredTuning(const ConvolutionEngineList& engines, std::string dateUtc,
                                 const std::function<void(int, int)>& progress, std::stop_token stop = {});

/// The engines with costs scaled by what was measured next to a shape (sizes and threads compared by their logarithms).
ConvolutionEngineList tuned(const ConvolutionEngineList& engines, const ConvolutionTuning& tuning);

/// `convolution-tuning.csv` in the user's cache folder ($XDG_CACHE_HOME/coarsen or ~/.cache/coarsen), or in the folder in
/// COARSEN_SETTINGS_DIR; empty where neither is known.
std::filesystem::path tuningFile();

/// Makes the folder that a tuning is written to. Throws StorageError, also where nothing can be written there.
void makeFolderOf(const std::filesystem::path& tuning);
void writeTuning(const std::filesystem::path& file, const ConvolutionTuning& tuning);  ///< throws StorageError

/// A tuning that is there and holds for the machine; else why not, in a sentence that names the file, empty where there is none.
struct KnownTuning {
    std::optional<ConvolutionTuning> tuning;
    std::string problem;
};
KnownTuning knownTuning(const std::filesystem::path& file, const std::string& machine);

}  // namespace coarsen
