// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/output.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/export/image_files.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/grains.hpp"
#include "core/synth/particles.hpp"
#include "core/synth/synthetic_series.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

/// The options of one kind of series.
template <typename Settings>
struct SynthOptions {
    Settings settings;
    std::string folder, fields;
};

/// Refuses settings each of which is legal, where together they are not.
template <typename Settings>
void requireFitting(const Settings& /*settings*/) {}

void requireFitting(const ParticleSettings& settings) {
    if (settings.maxDisplacementPx > std::min(settings.width, settings.height))
        throw SettingError("--max-displacement", "it must lie between 0 and the image's shorter side",
                           "write --max-displacement 5");
}

void requireFitting(const BicontinuousSettings& settings) {
    const Spacing& spacing = settings.spacing;
    const double coarsest = 2.5 * std::max({spacing.x, spacing.y, spacing.z}) / spacing.perPx();
    if (std::min(settings.wavelengthFromPx, settings.wavelengthToPx) < coarsest)
        throw SettingError("--wavelength",
                           "voxels of that spacing hold no wavelength below " + shortest(std::ceil(coarsest)) + " px",
                           "make the wavelength longer, or the voxels less unequal");
}

/// Two numbers a pixel as a float TIFF of two pages. `numbersAt` gives them of pixel `i` at x, y.
template <typename NumbersAt>
void writeField(const fs::path& file, const SynthSettings& settings, NumbersAt numbersAt) {
    const std::size_t size = static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height);
    std::vector<float> planes(2 * size);
    for (std::size_t i = 0; i < size; ++i) {
        const auto width = static_cast<std::size_t>(settings.width), column = i % width, row = i / width;
        const auto [first, second] = numbersAt(i, static_cast<double>(column), static_cast<double>(row));
        planes[i] = static_cast<float>(first);
        planes[size + i] = static_cast<float>(second);
    }
    writeFloatTiff(file, Image(settings.width, settings.height, std::move(planes), 2));
}

/// Writes for each frame the axis of the grain that a pixel belongs to, as the step Channels has it: cos 2 theta and sin 2 theta.
void writeAxes(const fs::path& folder, const GrainSettings& settings, const Interrupt& interrupt) {
    for (int index = 0; index < settings.frames && !interrupt.happened(); ++index) {
        const std::vector<Grain> grains = grainsOf(settings, index);
        const std::vector<std::size_t> owners = grainMap(settings, grains);
        std::array<char, 24> name;
        std::snprintf(name.data(), name.size(), "axes_%04d.tif", index);
        writeField(folder / name.data(), settings, [&](std::size_t i, double, double) {
            const double doubled = grains[owners[i]].axisDeg * std::numbers::pi / 90;
            return std::pair(std::cos(doubled), std::sin(doubled));
        });
    }
}

/// A kind of series: a command of that name below synth, with an option for each of its settings.
template <typename Settings>
struct SynthKind {
    std::string name, words;
    void (*write)(const SynthOptions<Settings>& options, const Interrupt& interrupt);
    std::string meaningOfFields = {};  ///< of --fields; empty: there is no such option
    Settings standard = {};            ///< what is taken without options
};

template <typename Settings>
int makeSeries(const SynthOptions<Settings>& options, const SynthKind<Settings>& kind) {
    const Interrupt interrupt;
    requireFitting(options.settings);
    const Output output(options.folder);
    std::optional<Output> fields;
    if (!options.fields.empty()) fields.emplace(options.fields);
    kind.write(options, interrupt);
    if (interrupt.happened()) return interrupted;
    std::cout << "Wrote a series with its truth.csv and truth.json into " << options.folder << '\n';
    return allMeasured;
}

template <typename Settings>
void addKind(CLI::App& synth, Command& chosen, const SynthKind<Settings>& kind) {
    auto options = std::make_shared<SynthOptions<Settings>>();
    Settings& settings = options->settings = kind.standard;
    CLI::App* sub = synth.add_subcommand(kind.name, kind.words);
    const auto addCommon = [&](const std::vector<std::string>& names) {
        addFieldOptions<SynthSettings>(*sub, SynthSettings::fields(), settings, names);
    };
    const auto addFaults = [&](const std::vector<std::string>& names) {
        addFieldOptions(*sub, CameraFaults::fields(), settings.faults, names);
    };
    addOutput(*sub, options->folder, "New or empty folder for images, truth.csv and truth.json")->type_name("DIR")->required();
    addCommon({"frames", "interval", "seed", "bits"});
    addFaults({"drift", "noise"});
    if constexpr (!std::is_same_v<Settings, BicontinuousSettings>) {  // whose size has a depth
        addCommon({"size", "pixel_size"});
        addFaults({"light", "dust"});
    }
    addFieldOptions<Settings>(*sub, Settings::fields(), settings);
    if constexpr (requires { settings.law; }) addCommon({"t0"});
    if (!kind.meaningOfFields.empty())
        sub->add_option("--fields", options->fields, "New or empty folder for " + kind.meaningOfFields)->type_name("DIR");
    sub->callback([&chosen, options, kind] { chosen = [options, kind] { return makeSeries(*options, kind); }; });
}

}  // namespace

void addSynth(CLI::App& app, Command& chosen) {
    CLI::App* synth = app.add_subcommand("synth", "Make an image series with known answers");
    synth->require_subcommand(1);
    addKind<RingSettings>(*synth, chosen,
                          {.name = "ring",
                           .words = "Isotropic random field with a ring spectrum: R_max is known exactly",
                           .write = [](const auto& options, const Interrupt& interrupt) {
                               writeRingSeries(options.folder, options.settings, interrupt.token());
                           }});
    addKind<ExponentialSettings>(
        *synth, chosen,
        {.name = "exponential",
         .words = "Isotropic random field with C1D = exp(-R/xi): the correlation length is known exactly",
         .write = [](const auto& options, const Interrupt& interrupt) {
             writeExponentialSeries(options.folder, options.settings, interrupt.token());
         }});
    addKind<GrainSettings>(
        *synth, chosen,
        {.name = "grains",
         .words = "Stripes whose axis differs from grain to grain: the correlation of their axes is known exactly",
         .write =
             [](const auto& options, const Interrupt& interrupt) {
                 writeGrainSeries(options.folder, options.settings, interrupt.token());
                 if (!options.fields.empty()) writeAxes(options.fields, options.settings, interrupt);
             },
         .meaningOfFields = "the true axes at each pixel: float TIFF, a page each for cos 2 theta and sin 2 theta"});
    addKind<ParticleSettings>(*synth, chosen,
                              {.name = "particles",
                               .words = "Particles that a flow carries: how far each place moves is known exactly",
                               .write =
                                   [](const auto& options, const Interrupt& interrupt) {
                                       const ParticleSettings& settings = options.settings;
                                       writeParticleSeries(options.folder, settings, interrupt.token());
                                       if (!options.fields.empty())
                                           writeField(
                                               fs::path(options.fields) / "flow.tif", settings,
                                               [&](std::size_t, double x, double y) { return particleMove(settings, x, y); });
                                   },
                               .meaningOfFields = "how far each pixel moves: float TIFF, a page each for right and down"});
    BicontinuousSettings volumes;
    volumes.width = volumes.height = volumes.depth;
    volumes.frames = 8;
    addKind<BicontinuousSettings>(
        *synth, chosen,
        {.name = "bicontinuous",
         .words = "Volumes whose two phases both percolate: R_max, 1.2295 wavelengths, is known exactly",
         .write =
             [](const auto& options, const Interrupt& interrupt) {
                 writeBicontinuousSeries(options.folder, options.settings, interrupt.token());
             },
         .standard = volumes});
    addKind<CahnHilliardSettings>(*synth, chosen,
                                  {.name = "cahn-hilliard",
                                   .words = "Spinodal decomposition by the Cahn-Hilliard equation",
                                   .write = [](const auto& options, const Interrupt& interrupt) {
                                       CahnHilliardSettings settings = options.settings;
                                       if (!settings.times.empty()) settings.frames = static_cast<int>(settings.times.size());
                                       writeCahnHilliardSeries(options.folder, settings, interrupt.token());
                                   }});
    addSynthFlow(*synth, chosen);
}

}  // namespace coarsen::cli
