// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/output.hpp"
#include "core/base/error.hpp"
#include "core/synth/flow_pair.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <regex>
#include <string>

namespace coarsen::cli {

namespace {

struct SynthFlowOptions {
    std::string folder, size = "64x64x64";
    FlowPairSettings pair;
};

VolumeSize volumeSizeFromText(const std::string& text) {
    static const std::regex form(R"re((\d{1,4})x(\d{1,4})x(\d{1,4}))re");
    std::smatch parts;
    if (!std::regex_match(text, parts, form))
        throw SettingError("--size", "'" + text + "' is no size of a volume",
                           "write width, height and depth in voxels, as 64x64x64");
    const VolumeSize size{std::stoi(parts[1]), std::stoi(parts[2]), std::stoi(parts[3])};
    if (std::min({size.width, size.height, size.depth}) < 8 || size.voxels() > (std::size_t{1} << 28))
        throw SettingError("--size", "'" + text + "' is too small or too large", "give 8 to 645 voxels a side");
    return size;
}

int makeFlow(const SynthFlowOptions& options) {
    FlowPairSettings pair = options.pair;
    pair.size = volumeSizeFromText(options.size);
    if (!(pair.wavelength >= 4)) throw SettingError("--wavelength", "it must be at least 4 voxels", "write --wavelength 14");
    if (!(pair.maxU >= 0 && pair.maxU <= 0.5 * std::min({pair.size.width, pair.size.height, pair.size.depth})))
        throw SettingError("--max-u", "it must lie between 0 and half the shortest side", "write --max-u 4");
    if (!(pair.flowScale >= 4)) throw SettingError("--flow-scale", "it must be at least 4 voxels", "write --flow-scale 18");
    if (!(pair.noise >= 0)) throw SettingError("--noise", "it must not be negative", "write --noise 0.1");
    if (!(pair.kept >= 0 && pair.kept <= 1)) throw SettingError("--kept", "it is a share, 0 to 1", "write --kept 0.95");
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
    sub->add_option("--size", options->size, "Width, height and depth in voxels")->type_name("WxHxD")->capture_default_str();
    sub->add_option("--wavelength", options->pair.wavelength, "Wavelength of the structure, voxels")
        ->type_name("PX")
        ->capture_default_str();
    sub->add_option("--max-u", options->pair.maxU, "The longest displacement, voxels")->type_name("PX")->capture_default_str();
    sub->add_option("--flow-scale", options->pair.flowScale, "Number of voxels over which the flow turns")
        ->type_name("PX")
        ->capture_default_str();
    sub->add_option("--noise", options->pair.noise, "White noise of each volume, in units of the contrast")->type_name("SIGMA");
    sub->add_option("--kept", options->pair.kept, "How much of the structure stays while it flows; truth.json has its rho")
        ->type_name("X")
        ->capture_default_str();
    sub->add_option("--seed", options->pair.seed, "The same seed makes the same volumes")->type_name("K")->capture_default_str();
    sub->callback([&chosen, options] { chosen = [options] { return makeFlow(*options); }; });
}

}  // namespace coarsen::cli
