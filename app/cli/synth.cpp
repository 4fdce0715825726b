// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/output.hpp"
#include "app/cli/size_text.hpp"
#include "core/base/physical_size.hpp"
#include "core/base/typed_length.hpp"
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
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

/// The options as typed; what needs more than a number is read when the command runs.
struct SynthOptions {
    std::string kind, folder, pixelSize, fields;
    std::string size = "960x720", rMax = "40:120", law = "linear", correlation = "independent", times, field = "uniform";
    RingSettings ring;
    CahnHilliardSettings mixture;
    ExponentialSettings exponential;
    GrainSettings grains;
    ParticleSettings particles;
    BicontinuousSettings bicontinuous;
    std::string wavelength = "10:16", spacing;
    SynthSettings common;
};

/// Takes the law of growth from its text, for rings and for volumes.
template <typename Settings>
void setLaw(Settings& ring, const std::string& text) {
    if (text == "linear") {
        ring.law = RingLaw::linear;
    } else if (text == "constant") {
        ring.law = RingLaw::constant;
    } else if (const auto exponent = text.starts_with("power:") ? parseNumber(text.substr(6)) : std::nullopt; exponent) {
        ring.law = RingLaw::power;
        ring.exponent = *exponent;
    } else {
        throw SettingError("--law", "'" + text + "' is unknown", "choose linear, constant or power:N, as power:0.333");
    }
}

ParticleField fieldFromText(const std::string& text) {
    if (text == "uniform") return ParticleField::uniform;
    if (text == "shear") return ParticleField::shear;
    if (text == "vortex") return ParticleField::vortex;
    throw SettingError("--field", "'" + text + "' is unknown", "choose uniform, shear or vortex");
}

void checkParticles(const ParticleSettings& settings) {
    if (!(settings.maxDisplacementPx >= 0 && settings.maxDisplacementPx <= std::min(settings.width, settings.height)))
        throw SettingError("--max-displacement", "it must lie between 0 and the image's shorter side",
                           "write --max-displacement 5");
    if (!(settings.perPx > 0 && settings.perPx <= 1))
        throw SettingError("--particles-per-px", "it must be above 0 and at most 1", "write --particles-per-px 0.05");
    if (!(settings.diameterPx >= 1 && settings.diameterPx <= 50))
        throw SettingError("--diameter", "it must be 1 to 50 px", "write --diameter 3");
    if (!(settings.lost >= 0 && settings.lost <= 1)) throw SettingError("--lost", "it is a share, 0 to 1", "write --lost 0.05");
}

std::vector<double> timesFromText(const std::string& text) {
    std::vector<double> times;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const auto time = parseNumber(text.substr(start, end - start));
        if (!time || *time <= 0 || (!times.empty() && *time <= times.back()))
            throw SettingError("--times", "'" + text + "' is no list of growing times", "write them as 100,200,400");
        times.push_back(*time);
        start = end + 1;
    }
    return times;
}

BicontinuousSettings bicontinuousSettings(const SynthOptions& options) {
    BicontinuousSettings settings = options.bicontinuous;
    static_cast<SynthSettings&>(settings) = options.common;
    const VolumeSize size = volumeSizeFromText(options.size, "--size");
    settings.width = size.width;
    settings.height = size.height;
    settings.depth = size.depth;
    if (!options.spacing.empty()) {
        const auto spacing = numberTriple(options.spacing, ',');
        if (!spacing || !areSides({(*spacing)[0], (*spacing)[1], (*spacing)[2]}))
            throw SettingError("--spacing",
                               "'" + options.spacing + "' are no three sizes of a voxel in micrometres: " + sidesRule(),
                               "write x, y and z, as 0.5,0.5,1.5");
        settings.spacing = {(*spacing)[0], (*spacing)[1], (*spacing)[2], true};
    }
    const auto range = numberPair(options.wavelength, ':');
    if (!range || !(range->first > 0) || !(range->second > 0))
        throw SettingError("--wavelength", "'" + options.wavelength + "' is no range of lengths", "write it as 10:16");
    std::tie(settings.wavelengthFromPx, settings.wavelengthToPx) = *range;
    const Spacing& spacing = settings.spacing;
    const double coarsest = 2.5 * std::max({spacing.x, spacing.y, spacing.z}) / spacing.perPx();
    if (std::min(range->first, range->second) < coarsest)
        throw SettingError("--wavelength",
                           "voxels of that spacing hold no wavelength below " + shortest(std::ceil(coarsest)) + " px",
                           "make the wavelength longer, or the voxels less unequal");
    setLaw(settings, options.law);
    if (!(settings.ringWidth > 0 && settings.ringWidth <= 0.5))
        throw SettingError("--ring-width", "it must be above 0 and at most 0.5", "write --ring-width 0.05");
    if (options.correlation != "independent" && options.correlation != "zoom")
        throw SettingError("--correlation", "'" + options.correlation + "' is unknown", "choose independent or zoom");
    settings.zoom = options.correlation == "zoom";
    if (!(settings.kept >= 0 && settings.kept <= 1)) throw SettingError("--kept", "it is a share, 0 to 1", "write --kept 0.95");
    return settings;
}

double pixelSizeFromText(const std::string& text) {
    const auto size = typedLengthUm(text);
    if (!size || !(*size == 0 || isSide(*size)))
        throw SettingError("--pixel-size", "'" + text + "' is no size in micrometres", "write 8.3 or 500nm; 0 writes none");
    return *size;
}

void checkCommon(const SynthSettings& settings) {
    if (settings.frames < 1) throw SettingError("--frames", "there must be at least one frame", "write --frames 24");
    if (!(settings.intervalS > 0)) throw SettingError("--interval", "it must be above 0 seconds", "write --interval 60");
    if (settings.bits != 8 && settings.bits != 16) throw SettingError("--bits", "it must be 8 or 16", "write --bits 8");
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

int run(SynthOptions options) {
    const Interrupt interrupt;
    if (!options.pixelSize.empty()) options.common.pixelSizeUm = pixelSizeFromText(options.pixelSize);
    checkCommon(options.common);
    const Output output(options.folder);
    std::optional<Output> fields;
    if (!options.fields.empty()) fields.emplace(options.fields);
    const bool isVolume = options.kind == "bicontinuous";
    if (!isVolume) std::tie(options.common.width, options.common.height) = sizeFromText(options.size, "--size");
    if (isVolume) {
        writeBicontinuousSeries(options.folder, bicontinuousSettings(options), interrupt.token());
    } else if (options.kind == "ring") {
        RingSettings settings = options.ring;
        static_cast<SynthSettings&>(settings) = options.common;
        const auto range = numberPair(options.rMax, ':');
        if (!range || range->first <= 2 || range->second <= 2)
            throw SettingError("--r-max", "'" + options.rMax + "' is no range of lengths above 2 px", "write it as 40:120");
        std::tie(settings.rMaxFromPx, settings.rMaxToPx) = *range;
        setLaw(settings, options.law);
        if (options.correlation != "independent" && options.correlation != "zoom")
            throw SettingError("--correlation", "'" + options.correlation + "' is unknown", "choose independent or zoom");
        settings.zoom = options.correlation == "zoom";
        writeRingSeries(options.folder, settings, interrupt.token());
    } else if (options.kind == "exponential") {
        ExponentialSettings settings = options.exponential;
        static_cast<SynthSettings&>(settings) = options.common;
        if (!(settings.xiPx >= 1)) throw SettingError("--xi", "it must be at least 1 px", "write --xi 20");
        writeExponentialSeries(options.folder, settings, interrupt.token());
    } else if (options.kind == "grains") {
        GrainSettings settings = options.grains;
        static_cast<SynthSettings&>(settings) = options.common;
        if (!(settings.periodPx >= 3)) throw SettingError("--period", "it must be at least 3 px", "write --period 10");
        if (!(settings.grainPx >= 4)) throw SettingError("--grain", "it must be at least 4 px", "write --grain 60");
        writeGrainSeries(options.folder, settings, interrupt.token());
        if (fields) writeAxes(options.fields, settings, interrupt);
    } else if (options.kind == "particles") {
        ParticleSettings settings = options.particles;
        static_cast<SynthSettings&>(settings) = options.common;
        settings.field = fieldFromText(options.field);
        checkParticles(settings);
        writeParticleSeries(options.folder, settings, interrupt.token());
        if (fields)
            writeField(fs::path(options.fields) / "flow.tif", settings,
                       [&](std::size_t, double x, double y) { return particleMove(settings, x, y); });
    } else {
        CahnHilliardSettings settings = options.mixture;
        static_cast<SynthSettings&>(settings) = options.common;
        settings.times = timesFromText(options.times);
        if (!settings.times.empty()) settings.frames = static_cast<int>(settings.times.size());
        writeCahnHilliardSeries(options.folder, settings, interrupt.token());
    }
    if (interrupt.happened()) return interrupted;
    std::cout << "Wrote a series with its truth.csv and truth.json into " << options.folder << '\n';
    return allMeasured;
}

/// Adds the options that images and volumes share.
void addSeriesOptions(CLI::App* sub, const std::shared_ptr<SynthOptions>& options) {
    addOutput(*sub, options->folder, "New or empty folder for images, truth.csv and truth.json")->type_name("DIR")->required();
    sub->add_option("--frames", options->common.frames, "Number of frames")->type_name("N")->capture_default_str();
    sub->add_option("--interval", options->common.intervalS, "Seconds between frames")->type_name("S")->capture_default_str();
    sub->add_option("--seed", options->common.seed, "The same seed makes the same series")->type_name("K")->capture_default_str();
    sub->add_option("--bits", options->common.bits, "8 or 16 bits a pixel")->type_name("N")->capture_default_str();
    sub->add_option("--drift", options->common.faults.driftPx, "Largest drift of the picture")->type_name("PX");
    sub->add_option("--noise", options->common.faults.noise, "White noise, in units of the pattern's standard deviation")
        ->type_name("SIGMA");
}

void addCommonOptions(CLI::App* sub, const std::shared_ptr<SynthOptions>& options) {
    addSeriesOptions(sub, options);
    sub->add_option("--size", options->size, "Width and height in pixels")->type_name("WxH")->capture_default_str();
    sub->add_option("--pixel-size", options->pixelSize, "Micrometres, or with its unit (500nm), written into the files")
        ->type_name("X");
    sub->add_option("--light", options->common.faults.light, "Uneven light: relative fall towards the darkest corner")
        ->type_name("X");
    sub->add_option("--dust", options->common.faults.dust, "Number of specks on the sensor")->type_name("N");
}

}  // namespace

void addSynth(CLI::App& app, Command& chosen) {
    CLI::App* synth = app.add_subcommand("synth", "Make an image series with known answers");
    synth->require_subcommand(1);

    auto ring = std::make_shared<SynthOptions>();
    ring->kind = "ring";
    CLI::App* ringApp = synth->add_subcommand("ring", "Isotropic random field with a ring spectrum: R_max is known exactly");
    addCommonOptions(ringApp, ring);
    ringApp->add_option("--r-max", ring->rMax, "R_max of the first and the last frame, pixels")
        ->type_name("A:B")
        ->capture_default_str();
    ringApp->add_option("--ring-width", ring->ring.ringWidth, "Relative width of the ring in S(q)")
        ->type_name("W")
        ->capture_default_str();
    ringApp->add_option("--law", ring->law, "linear, constant or power:N")->capture_default_str();
    ringApp->add_option("--t0", ring->common.t0S, "Time of the quench: R_max follows the law in t - t0")->type_name("S");
    ringApp->add_option("--correlation", ring->correlation, "independent frames, or one pattern that grows: zoom")
        ->capture_default_str();
    ringApp->callback([&chosen, ring] { chosen = [ring] { return run(*ring); }; });

    auto exponential = std::make_shared<SynthOptions>();
    exponential->kind = "exponential";
    CLI::App* exponentialApp = synth->add_subcommand(
        "exponential", "Isotropic random field with C1D = exp(-R/xi): the correlation length is known exactly");
    addCommonOptions(exponentialApp, exponential);
    exponentialApp->add_option("--xi", exponential->exponential.xiPx, "Correlation length, pixels")
        ->type_name("PX")
        ->capture_default_str();
    exponentialApp->callback([&chosen, exponential] { chosen = [exponential] { return run(*exponential); }; });

    auto grains = std::make_shared<SynthOptions>();
    grains->kind = "grains";
    CLI::App* grainsApp = synth->add_subcommand(
        "grains", "Stripes whose axis differs from grain to grain: the correlation of their axes is known exactly");
    addCommonOptions(grainsApp, grains);
    grainsApp->add_option("--grain", grains->grains.grainPx, "Root of a grain's mean area, pixels")
        ->type_name("PX")
        ->capture_default_str();
    grainsApp->add_option("--period", grains->grains.periodPx, "Period of the stripes, pixels")
        ->type_name("PX")
        ->capture_default_str();
    grainsApp
        ->add_option(
            "--fields", grains->fields,
            "New or empty folder for the true axes at each pixel: float TIFF, a page each for cos 2 theta and sin 2 theta")
        ->type_name("DIR");
    grainsApp->callback([&chosen, grains] { chosen = [grains] { return run(*grains); }; });

    auto particles = std::make_shared<SynthOptions>();
    particles->kind = "particles";
    particles->common.frames = particles->particles.frames;
    particles->common.intervalS = particles->particles.intervalS;
    CLI::App* particlesApp =
        synth->add_subcommand("particles", "Particles that a flow carries: how far each place moves is known exactly");
    addCommonOptions(particlesApp, particles);
    particlesApp->add_option("--field", particles->field, "uniform, shear or vortex")->capture_default_str();
    particlesApp
        ->add_option("--max-displacement", particles->particles.maxDisplacementPx,
                     "Largest displacement from one frame to the next, pixels")
        ->type_name("PX")
        ->capture_default_str();
    particlesApp->add_option("--particles-per-px", particles->particles.perPx, "Particles a pixel")
        ->type_name("X")
        ->capture_default_str();
    particlesApp
        ->add_option("--diameter", particles->particles.diameterPx, "Diameter of a particle, to exp(-2) of its light, pixels")
        ->type_name("PX")
        ->capture_default_str();
    particlesApp->add_option("--lost", particles->particles.lost, "Share of particles that others replace in the next frame")
        ->type_name("X")
        ->capture_default_str();
    particlesApp
        ->add_option("--fields", particles->fields,
                     "New or empty folder for how far each pixel moves: float TIFF, a page each for right and down")
        ->type_name("DIR");
    particlesApp->callback([&chosen, particles] { chosen = [particles] { return run(*particles); }; });

    auto volume = std::make_shared<SynthOptions>();
    volume->kind = "bicontinuous";
    volume->size = "96x96x96";
    volume->common.frames = 8;
    CLI::App* volumeApp = synth->add_subcommand(
        "bicontinuous", "Volumes whose two phases both percolate: R_max, 1.2295 wavelengths, is known exactly");
    addSeriesOptions(volumeApp, volume);
    volumeApp->add_option("--size", volume->size, "Width, height and depth in voxels")->type_name("WxHxD")->capture_default_str();
    volumeApp
        ->add_option("--wavelength", volume->wavelength,
                     "Wavelength of the first and the last frame, px of the cube root of a voxel's volume")
        ->type_name("A:B")
        ->capture_default_str();
    volumeApp->add_option("--ring-width", volume->bicontinuous.ringWidth, "Relative width of the ring in S(q)")
        ->type_name("W")
        ->capture_default_str();
    volumeApp->add_option("--law", volume->law, "linear, constant or power:N")->capture_default_str();
    volumeApp->add_option("--t0", volume->common.t0S, "Time of the quench: the wavelength follows the law in t - t0")
        ->type_name("S");
    volumeApp->add_option("--spacing", volume->spacing, "Size of a voxel in micrometres; it may differ along the axes")
        ->type_name("X,Y,Z");
    volumeApp->add_option("--correlation", volume->correlation, "independent frames, or one pattern that grows: zoom")
        ->capture_default_str();
    volumeApp
        ->add_option("--kept", volume->bicontinuous.kept,
                     "With zoom: how much of its pattern a frame has from the one before; frames k apart correlate as its k-th "
                     "power")
        ->type_name("X")
        ->capture_default_str();
    volumeApp->callback([&chosen, volume] { chosen = [volume] { return run(*volume); }; });

    auto mixture = std::make_shared<SynthOptions>();
    mixture->kind = "cahn-hilliard";
    CLI::App* mixtureApp = synth->add_subcommand("cahn-hilliard", "Spinodal decomposition by the Cahn-Hilliard equation");
    addCommonOptions(mixtureApp, mixture);
    mixtureApp->add_option("--times", mixture->times, "Times of the frames, units of the equation [geometric]")
        ->type_name("A,B,...");
    mixtureApp->add_option("--dt", mixture->mixture.dt, "Time step, units of the equation")->capture_default_str();
    mixtureApp->add_option("--composition", mixture->mixture.meanComposition, "Mean composition; 0 is a symmetric mixture")
        ->capture_default_str();
    mixtureApp->callback([&chosen, mixture] { chosen = [mixture] { return run(*mixture); }; });

    addSynthFlow(*synth, chosen);
}

}  // namespace coarsen::cli
