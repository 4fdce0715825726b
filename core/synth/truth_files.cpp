// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/image/write_png.hpp"
#include "core/settings/fields.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/empty_folder.hpp"
#include "core/synth/grains.hpp"
#include "core/synth/particles.hpp"
#include "core/synth/synthetic_series.hpp"
#include "core/synth/volume_tiff.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <mutex>

namespace coarsen {

namespace {

using Json = nlohmann::ordered_json;

/// "ring_0003_t43200.5s.png": elapsed time in the name to a microsecond, as frame_times reads it.
std::string fileName(const std::string& prefix, int index, double timeS, const std::string& ending = "png") {
    std::array<char, 16> number;
    std::snprintf(number.data(), number.size(), "_%04d_t", index);
    return prefix + number.data() + shortestWithoutExponent(std::round(timeS * 1e6) / 1e6) + "s." + ending;
}

/// A name holds no time before 0: a dash there separates words.
void requireTimeForNames(double firstS) {
    if (firstS < 0)
        throw SettingError("--t0", "the first frame would be taken at " + shortest(firstS) + " s, which no file name can state",
                           "choose a t0 that is later by at least " + shortest(-firstS) + " s");
}

Json settingsJson(const SynthSettings& settings) {
    return {{"width", settings.width},
            {"height", settings.height},
            {"frames", settings.frames},
            {"interval_s", settings.intervalS},
            {"t0_s", settings.t0S},
            {"seed", settings.seed},
            {"bits", settings.bits},
            {"pixel_size_um", settings.pixelSizeUm},
            {"light", settings.faults.light},
            {"dust", settings.faults.dust},
            {"drift_px", settings.faults.driftPx},
            {"noise", settings.faults.noise}};
}

/// Collects one line a frame, then writes truth.csv and truth.json.
class Truth {
public:
    Truth(std::filesystem::path folder, std::string prefix) : folder_(std::move(folder)), prefix_(std::move(prefix)) {}

    void add(int index, const SyntheticFrame& frame, double umPerPx) {
        const std::string name = fileName(prefix_, index, frame.timeS);
        writeGreyPng(folder_ / name, frame.image, umPerPx);
        const std::lock_guard lock(mutex_);
        lines_[index] = std::to_string(index) + "," + name + "," + shortest(frame.timeS) + "," + shortest(frame.rMaxPx) + "," +
                        shortest(frame.driftXPx) + "," + shortest(frame.driftYPx) + "," + shortest(frame.xiPx) + "\n";
    }

    void write(const Json& parameters) const {
        std::string table = "frame,file,time_s,r_max_px,drift_x_px,drift_y_px,xi_px\n";
        for (const auto& [index, line] : lines_)
            table += line;
        writeWhole(folder_ / "truth.csv", table);
        writeWhole(folder_ / "truth.json", parameters.dump(2) + "\n");
    }

private:
    std::filesystem::path folder_;
    std::string prefix_;
    std::mutex mutex_;
    std::map<int, std::string> lines_;
};

/// Frames that do not depend on each other, on all cores.
template <typename Settings>
void addFrames(Truth& truth, const Settings& settings, SyntheticFrame (*frameOf)(const Settings&, int), std::stop_token stop) {
    parallelFor(
        static_cast<std::size_t>(settings.frames), 0,
        [&](std::size_t i) { truth.add(static_cast<int>(i), frameOf(settings, static_cast<int>(i)), settings.pixelSizeUm); },
        stop);
}

std::string nameOf(RingLaw law) {
    return law == RingLaw::linear ? "linear" : law == RingLaw::power ? "power" : "constant";
}

}  // namespace

void writeRingSeries(const std::filesystem::path& folder, const RingSettings& settings, std::stop_token stop) {
    requireTimeForNames(ringTimeS(settings, 0));
    makeEmptyFolder(folder);
    Truth truth(folder, "ring");
    addFrames(truth, settings, ringFrame, stop);
    Json parameters = settingsJson(settings);
    parameters["kind"] = "ring";
    parameters["r_max_from_px"] = settings.rMaxFromPx;
    parameters["r_max_to_px"] = settings.rMaxToPx;
    parameters["ring_width"] = settings.ringWidth;
    parameters["law"] = nameOf(settings.law);
    if (settings.law == RingLaw::power) parameters["exponent"] = settings.exponent;
    parameters["correlation"] = settings.zoom ? "zoom" : "independent";
    truth.write(parameters);
}

void writeExponentialSeries(const std::filesystem::path& folder, const ExponentialSettings& settings, std::stop_token stop) {
    makeEmptyFolder(folder);
    Truth truth(folder, "exponential");
    addFrames(truth, settings, exponentialFrame, stop);
    Json parameters = settingsJson(settings);
    parameters["kind"] = "exponential";
    parameters["xi_px"] = settings.xiPx;
    truth.write(parameters);
}

void writeGrainSeries(const std::filesystem::path& folder, const GrainSettings& settings, std::stop_token stop) {
    makeEmptyFolder(folder);
    Truth truth(folder, "grains");
    addFrames(truth, settings, grainFrame, stop);
    std::string axes = "frame,x_px,y_px,axis_deg\n";
    for (int index = 0; index < settings.frames; ++index)
        for (const Grain& grain : grainsOf(settings, index))
            axes +=
                std::to_string(index) + "," + shortest(grain.x) + "," + shortest(grain.y) + "," + shortest(grain.axisDeg) + "\n";
    writeWhole(folder / "grains.csv", axes);
    Json parameters = settingsJson(settings);
    parameters["kind"] = "grains";
    parameters["grain_px"] = settings.grainPx;
    parameters["period_px"] = settings.periodPx;
    truth.write(parameters);
}

void writeParticleSeries(const std::filesystem::path& folder, const ParticleSettings& settings, std::stop_token stop) {
    makeEmptyFolder(folder);
    Truth truth(folder, "particles");
    particleFrames(
        settings, [&](int index, const SyntheticFrame& frame) { truth.add(index, frame, settings.pixelSizeUm); }, stop);
    constexpr int everyPx = 16;  // places that lie in the centres of patches of 32 every 16, 64 every 32 and so on
    std::string flow = "x_px,y_px,dx_px,dy_px\n";
    for (double y = (2 * everyPx - 1) / 2.0; y < settings.height; y += everyPx)
        for (double x = (2 * everyPx - 1) / 2.0; x < settings.width; x += everyPx) {
            const auto [dx, dy] = particleMove(settings, x, y);
            flow += shortest(x) + "," + shortest(y) + "," + shortest(dx) + "," + shortest(dy) + "\n";
        }
    writeWhole(folder / "flow.csv", flow);
    Json parameters = settingsJson(settings);
    parameters["kind"] = "particles";
    parameters["field"] = textOf(readField(ParticleSettings::fields(), "synth", "field", settings));
    parameters["max_displacement_px"] = settings.maxDisplacementPx;
    parameters["particles_per_px"] = settings.perPx;
    parameters["diameter_px"] = settings.diameterPx;
    parameters["lost"] = settings.lost;
    truth.write(parameters);
}

void writeCahnHilliardSeries(const std::filesystem::path& folder, const CahnHilliardSettings& settings, std::stop_token stop) {
    makeEmptyFolder(folder);
    Truth truth(folder, "spinodal");
    cahnHilliardFrames(
        settings, [&](int index, const SyntheticFrame& frame) { truth.add(index, frame, settings.pixelSizeUm); }, stop);
    Json parameters = settingsJson(settings);
    parameters["kind"] = "cahn-hilliard";
    parameters["dt"] = settings.dt;
    parameters["mean_composition"] = settings.meanComposition;
    truth.write(parameters);
}

void writeBicontinuousSeries(const std::filesystem::path& folder, const BicontinuousSettings& settings, std::stop_token stop) {
    requireTimeForNames(bicontinuousTimeS(settings, 0));
    makeEmptyFolder(folder);
    std::string table = "frame,file,time_s,r_max_px,drift_x_px,drift_y_px,drift_z_px,wavelength_px,r_max_um\n";
    for (int index = 0; index < settings.frames && !stop.stop_requested(); ++index) {  // one by one: each is large
        const SyntheticVolume made = bicontinuousVolume(settings, index);
        const std::string name = fileName("bicontinuous", index, made.timeS, "tif");
        writeVolumeTiff(folder / name, made.volume, settings.bits);
        table += std::to_string(index) + "," + name + "," + shortest(made.timeS) + "," + shortest(made.rMaxPx) + "," +
                 shortest(made.driftX) + "," + shortest(made.driftY) + "," + shortest(made.driftZ) + "," +
                 shortest(made.rMaxPx / rMaxOfWavelength) + "," +
                 (settings.spacing.isInUm ? shortest(made.rMaxPx * settings.spacing.perPx()) : "") + "\n";
    }
    writeWhole(folder / "truth.csv", table);
    Json parameters = settingsJson(settings);
    parameters["kind"] = "bicontinuous";
    parameters["depth"] = settings.depth;
    parameters["spacing"] = {settings.spacing.x, settings.spacing.y, settings.spacing.z};
    parameters["spacing_in_um"] = settings.spacing.isInUm;
    parameters["wavelength_from_px"] = settings.wavelengthFromPx;
    parameters["wavelength_to_px"] = settings.wavelengthToPx;
    parameters["ring_width"] = settings.ringWidth;
    parameters["law"] = nameOf(settings.law);
    if (settings.law == RingLaw::power) parameters["exponent"] = settings.exponent;
    parameters["correlation"] = settings.zoom ? "zoom" : "independent";
    if (settings.zoom) parameters["kept"] = settings.kept;
    writeWhole(folder / "truth.json", parameters.dump(2) + "\n");
}

}  // namespace coarsen
