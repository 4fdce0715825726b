// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/output.hpp"
#include "core/base/error.hpp"
#include "core/synth/flow_pair.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

namespace coarsen::cli {

namespace {

struct SynthFlowOptions {
    std::string folder;
    FlowPairSettings pair;
};

int makeFlow(const SynthFlowOptions& options) {
    const FlowPairSettings& pair = options.pair;
    if (pair.maxU > 0.5 * std::min({pair.size.width, pair.size.height, pair.size.depth}))
        throw SettingError("--max-u", "it must lie between 0 and half the shortest side", "write --max-u 4");
    const Output output(options.folder);
    writeFlowPair(options.folder, pair);
    std::cout << "Wrote fixed.nii, moved.nii and the truth (u.nii, truth.csv, truth.json) into " << options.folder << '\n';
    return allMeasured;
}

}  // namespace

void addSynthFlow(CLI::App& synth, Command& chosen) {
    auto options = std::make_shared<SynthFlowOptions>();
    CLI::App* sub = synth.add_subcommand("flow", "Two volumes of a structure that a smooth flow has moved: u is known exactly");
    addOutput(*sub, options->folder, "New or empty folder for fixed.nii, moved.nii, u.nii, truth.csv, truth.json")
        ->type_name("DIR")
        ->required();
    addFieldOptions(*sub, FlowPairSettings::fields(), options->pair);
    sub->callback([&chosen, options] { chosen = [options] { return makeFlow(*options); }; });
}

}  // namespace coarsen::cli
