// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"

#include <string>

namespace CLI {
class App;
}

namespace coarsen::cli {

/// Adds `--no-tune`.
void addNoTune(CLI::App& sub, bool& isIgnored, const std::string& group = "");

/// The engines as `coarsen-cli engines --tune` found them on this machine, if it ever did; says on standard error why a file of
/// it that is there is not used.
Engines withTuning(Engines engines, bool isIgnored);

/// "auto, cpu-direct, ... or cpu-fft"
std::string convolutionNames(const ConvolutionEngineList& engines);

}  // namespace coarsen::cli
