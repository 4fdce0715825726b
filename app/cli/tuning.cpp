// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tuning.hpp"

#include "app/engines/engines.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <utility>

namespace coarsen::cli {

void addNoTune(CLI::App& sub, bool& isIgnored, const std::string& group) {
    CLI::Option* const option =
        sub.add_flag("--no-tune", isIgnored, "Choose engines by their stated costs, not by those of engines --tune");
    if (!group.empty()) option->group(group);
}

Engines withTuning(Engines engines, bool isIgnored) {
    if (isIgnored) return engines;
    return coarsen::withTuning(std::move(engines),
                               [](const std::string& words) { std::cerr << "coarsen-cli: " << words << '\n'; });
}

std::string convolutionNames(const ConvolutionEngineList& engines) {
    std::string names = "auto";
    for (std::size_t i = 0; i < engines.size(); ++i)
        names += (i + 1 < engines.size() ? ", " : " or ") + engines[i]->description().name;
    return names;
}

}  // namespace coarsen::cli
