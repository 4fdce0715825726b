// SPDX-License-Identifier: GPL-3.0-or-later
// How long each work of the window's dialogs goes on after it was asked to stop: the longest of stops at several moments.
#include "core/analysis/run_series.hpp"
#include "core/analysis/survey.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/memory.hpp"
#include "core/correlate/engines.hpp"
#include "core/displace/displacement.hpp"
#include "core/displace/displacement_field.hpp"
#include "core/export/volume_files.hpp"
#include "core/levelset/surface.hpp"
#include "core/register/engines.hpp"
#include "core/register/registration.hpp"
#include "core/selftest/self_test.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/session.hpp"
#include "core/synth/synthetic_series.hpp"
#include "core/synth/volume_tiff.hpp"
#include "core/volume/write_nifti.hpp"
#include "core/volume_files/volume_files.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

using namespace coarsen;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Seconds of processors, of all threads: what else the machine does counts little.
double computedS() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Moments of the stops, seconds of computing after the beginning.
std::vector<double> moments;
std::string only;

void study(const std::string& name, const std::function<void(std::stop_token)>& work) {
    if (name.find(only) == name.npos) return;
    double longest = 0, computed = 0, at = 0;
    int stops = 0;
    bool hasEnded = false;
    for (const double moment : moments) {
        std::stop_source stop;
        std::atomic<bool> hasReturned = false;
        const double begun = computedS();
        std::thread worker([&] {
            work(stop.get_token());
            hasReturned = true;
        });
        while (!hasReturned && computedS() < begun + moment)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const bool isStopped = !hasReturned;
        const Clock::time_point asked = Clock::now();
        const double before = computedS();
        stop.request_stop();
        worker.join();
        if (!isStopped) {  // it was done before
            hasEnded = true;
            std::printf("%-34s whole in %.2f s of computing\n", name.c_str(), before - begun);
            break;
        }
        ++stops;
        const double took = computedS() - before;
        longest = std::max(longest, secondsSince(asked));
        if (took > computed) computed = took, at = moment;
    }
    std::printf("%-34s %2d stops%s, at most %.2f s of computing after it (asked at %.2f), %.2f s of time\n", name.c_str(), stops,
                hasEnded ? " in all of it" : "", computed, at, longest);
    std::fflush(stdout);
}

/// Two phases of some 20 voxels, with noise, in whole numbers.
Volume patternOf(int side, double phase) {
    const VolumeSize size{side, side, side};
    std::vector<float> values(size.voxels());
    std::uint32_t random = 1;
    std::size_t i = 0;
    for (int z = 0; z < side; ++z)
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                random = random * 1664525u + 1013904223u;
                const double wave = std::sin(0.31 * x + phase) + std::sin(0.29 * y + 0.11 * z) + std::sin(0.33 * z - 0.07 * x);
                values[i++] = static_cast<float>(std::lround(128 + 30 * wave) + static_cast<int>(random >> 28));
            }
    return {size, {0.5, 0.5, 0.5, true}, std::move(values)};
}

RunRequest requestFor(const fs::path& folder, bool areVolumes, int threads) {
    RunRequest request;
    request.series = openSeries({folder});
    assignTimes(request.series, {});
    request.recipe = areVolumes ? recipeForVolumes(defaultRecipe()) : defaultRecipe();
    request.calibration = request.series.calibration;
    request.engines.engines = cpuEngines();
    request.engines.threads = areVolumes ? threads : 0;
    request.threads = threads;
    return request;
}

void ofPictures(const fs::path& folder, int width, int height, int threads) {
    RingSettings settings;
    settings.width = width, settings.height = height, settings.frames = 4;
    settings.rMaxFromPx = 60, settings.rMaxToPx = 80;
    settings.faults.driftPx = 20, settings.faults.dust = 20;
    const fs::path series = folder / "pictures";
    if (!fs::exists(series)) writeRingSeries(series, settings);
    const RunRequest plain = requestFor(series, false, threads);
    study("analyse, pictures", [&](std::stop_token stop) { runSeries(plain, {}, stop); });
    study("survey: drift", [&](std::stop_token stop) {
        Recipe recipe = plain.recipe;
        setText(recipe, "stabilise.on", "true");
        surveyOf(plain.series, recipe, threads, {}, stop);
    });
    study("survey: dust that stands still", [&](std::stop_token stop) {
        Recipe recipe = plain.recipe;
        setText(recipe, "dust.on", "true");
        setText(recipe, "dust.find", "still");
        surveyOf(plain.series, recipe, threads, {}, stop);
    });
    const Image a = ringFrame(settings, 0).image, b = ringFrame(settings, 1).image;
    study("against another: shift", [&](std::stop_token stop) {
        displacementBetween({a, {}}, {b, {}}, 512, cpuFftEngine(), threads, stop);
    });
    study("against another: arrows", [&](std::stop_token stop) {
        FieldSettings field;
        field.threads = threads;
        displacementField({a, {}}, {b, {}}, field, stop);
    });
}

void ofVolumes(const fs::path& folder, int side, int threads) {
    const fs::path series = folder / ("volumes" + std::to_string(side));
    if (!fs::exists(series)) {
        fs::create_directories(series);
        for (const int frame : {0, 1})
            writeNifti(series / ("v_" + std::to_string(frame) + ".nii.gz"), patternOf(side, 0.2 * frame));
    }
    const fs::path first = series / "v_0.nii.gz";
    study("read a packed volume", [&](std::stop_token stop) { readVolume(first, {}, stop); });
    const fs::path slices = folder / "slices.tif";
    if (!fs::exists(slices)) writeVolumeTiff(slices, patternOf(side, 0), 8);
    study("read slices of a TIFF", [&](std::stop_token stop) { readVolume(slices, {}, stop); });
    study("compare an input's SHA-256", [&](std::stop_token stop) { inputSha256(first, stop); });
    RunRequest request = requestFor(series, true, threads);
    study("analyse, volumes", [&](std::stop_token stop) { runSeries(request, {}, stop); });
    study("survey: drift of volumes", [&](std::stop_token stop) {
        Recipe recipe = request.recipe;
        setText(recipe, "align.on", "true");
        surveyOf(request.series, recipe, threads, {}, stop);
    });
    const Volume volume = patternOf(side, 0);
    study("flatten slices", [&](std::stop_token stop) {
        Recipe recipe = request.recipe;
        setText(recipe, "flatten.on", "true");
        finalVolume(volume, recipe, {.threads = threads, .stop = stop});
    });
    study("surface", [&](std::stop_token stop) {
        SurfaceSettings surface;
        surface.threads = threads;
        measureSurface(volume, surface, stop);
    });
    study("export c3d.nii.gz", [&](std::stop_token stop) { writeNifti(folder / "c3d.nii.gz", volume, {}, stop); });
}

void ofFlows(int side, int threads) {
    const Volume fixed = patternOf(side, 0), moved = patternOf(side, 0.3);
    study("flow between volumes of " + std::to_string(side), [&](std::stop_token stop) {
        RegistrationSettings settings;
        settings.threads = threads;
        settings.wavelength = 20;
        registerVolumes(fixed, moved, settings, *cpuSimdRegistration(), {}, stop);
    });
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Seconds from a stop to its answer, for each work that a dialog of the window can stop");
    int threads = 2, volume = 512, flow = 256, width = 4000, height = 3000;
    std::string folder = "stop-study";
    moments = {0.05, 0.3, 0.7, 1.2, 2, 3.5, 6, 10, 16, 25, 40};
    app.add_option("--threads", threads, "Of each work [2]");
    app.add_option("--volume", volume, "Side of the volumes [512]");
    app.add_option("--flow", flow, "Side of those between which a flow is looked for [256]");
    app.add_option("--width", width, "Of the pictures [4000]");
    app.add_option("--height", height, "Of the pictures [3000]");
    app.add_option("--folder", folder, "Where inputs are written and kept [stop-study]");
    app.add_option("--only", only, "Works whose names hold this");
    app.add_option("--moments", moments, "Seconds of computing after which it is stopped")->delimiter(',');
    CLI11_PARSE(app, argc, argv);

    std::printf("threads %d, pictures %d x %d, volumes %d^3\n", threads, width, height, volume);
    setMemoryBudget(std::size_t{20} << 30);
    ofPictures(folder, width, height, threads);
    ofVolumes(folder, volume, threads);
    ofFlows(flow, threads);
    study("self-test", [&](std::stop_token stop) {
        Engines engines;
        engines.correlation = cpuEngines();
        selfTest(engines, {}, {}, stop);
    });
    return 0;
}
