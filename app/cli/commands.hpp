// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"

#include <functional>

namespace CLI {
class App;
}

/// The subcommands of coarsen-cli, one file each. Each adds its options to `app` and, when it is the one that was called, puts
/// what runs it into `chosen`; its answer is the exit status (reference/analyze.md).
namespace coarsen::cli {

/// Exit statuses, as reference/analyze.md explains them.
enum ExitStatus { allMeasured = 0, nothingMeasured = 1, wrongCommand = 2, someMissing = 3, interrupted = 130 };

using Command = std::function<int()>;

void addAnalyze(CLI::App& app, const Engines& engines, Command& chosen);
void addBatch(CLI::App& app, const Engines& engines, Command& chosen);
void addSynth(CLI::App& app, Command& chosen);
void addSynthFlow(CLI::App& synth, Command& chosen);  ///< a kind of synth with files of its own
void addSelftest(CLI::App& app, const Engines& engines, Command& chosen);
void addEngines(CLI::App& app, const Engines& engines, Command& chosen);
void addBench(CLI::App& app, Command& chosen);
void addEnsemble(CLI::App& app, const Engines& engines, Command& chosen);
void addConvolve(CLI::App& app, const Engines& engines, Command& chosen);
void addCorrelate(CLI::App& app, const Engines& engines, Command& chosen);
void addSurface(CLI::App& app, const Engines& engines, Command& chosen);
void addTrack(CLI::App& app, const Engines& engines, Command& chosen);
void addRegister(CLI::App& app, const Engines& engines, Command& chosen);
void addApply(CLI::App& app, Command& chosen);
void addStrain(CLI::App& app, Command& chosen);
void addRecipe(CLI::App& app, Command& chosen);
void addReference(CLI::App& app, Command& chosen);

}  // namespace coarsen::cli
