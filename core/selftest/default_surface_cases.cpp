// SPDX-License-Identifier: GPL-3.0-or-later
// The table of limits for surfaces, held to what `surface VOLUME` gives without an option. Seeds stand in each row.
#include "core/base/parallel.hpp"
#include "core/levelset/distance.hpp"
#include "core/levelset/surface.hpp"
#include "core/levelset/surface_choices.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/wave_field.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr std::uint64_t firstSurfaceSeed = 6501;

/// Nothing but defaults, as in a recipe that switches the surface on.
SurfaceAnswer asUsersMeasure(SelfTestRun& run, const Volume& volume, int threads = 0) {
    auto answer = measureSurface(volume, SurfaceChoices{}.settings(threads), run.stopToken());
    if (!answer) throw SelfTestStopped{};
    return *std::move(answer);
}

void solidsSizes(SelfTestRun& run) {
    constexpr double radius = 14, pi = std::numbers::pi;
    const LevelSet truth = levelSetOf(ball(20.2, 19.9, 20.1, radius), {41, 41, 41});
    const SurfaceAnswer answer = asUsersMeasure(run, greyOf(truth));
    const double off = distanceRmsOff(answer.distance, truth);
    run.report("distance to a ball, R = 14, rms", "px", off, 0, off, 0.05);
    run.reportPercent("its area", answer.measures.areaPerVolume.value * 40 * 40 * 40, 4 * pi * radius * radius, 1);
    run.reportPercent("its volume", answer.measures.volumeFraction.value * static_cast<double>(truth.phi.size()),
                      4 * pi / 3 * radius * radius * radius, 2);
}

void solidsTopology(SelfTestRun& run) {
    const auto genus = [&](const std::string& name, const Solid& solid, const VolumeSize& size, double expected) {
        const auto found = static_cast<double>(asUsersMeasure(run, greyOf(levelSetOf(solid, size))).measures.topology.genus());
        run.report("genus of " + name, "", found, expected, std::abs(found - expected), 0);
    };
    genus("a torus", torus(24, 24, 12, 13, 5.5), {49, 49, 25}, 1);
    genus("a double torus", both(torus(18, 20, 8, 10, 4), torus(38, 20, 8, 10, 4)), {57, 41, 17}, 2);
    genus("two balls", both(ball(12, 12, 12, 8), ball(34, 12, 12, 8)), {47, 25, 25}, 0);
}

/// A structure of two phases of one wavelength, sampled at every `step` voxels: of smaller steps as many more.
Volume spongeVolume(int side, double wavelength, double step, std::uint64_t seed) {
    constexpr std::size_t waves = 120;
    RandomNumbers random(seed, 11);
    std::vector<PlaneWave> all;
    const double q = 2 * std::numbers::pi / wavelength;
    for (std::size_t i = 0; i < waves; ++i) {
        const double cosine = random.uniform(-1, 1), angle = random.uniform(0, 2 * std::numbers::pi),
                     sine = std::sqrt(1 - cosine * cosine), phase = random.uniform(0, 2 * std::numbers::pi);
        all.push_back({{q * sine * std::cos(angle), q * sine * std::sin(angle), q * cosine}, phase});
    }
    const WaveField field(all);
    const int points = static_cast<int>(std::lround((side - 1) / step)) + 1;
    const VolumeSize size{points, points, points};
    std::vector<float> values(size.voxels());
    parallelFor(static_cast<std::size_t>(points), 0, [&](std::size_t z) {
        Places places(static_cast<std::size_t>(points));
        std::vector<double> row;
        for (int x = 0; x < points; ++x)
            places.along[0][static_cast<std::size_t>(x)] = x * step;
        std::ranges::fill(places.along[2], static_cast<double>(z) * step);
        for (int y = 0; y < points; ++y) {
            std::ranges::fill(places.along[1], y * step);
            field.at(places, row);
            for (int x = 0; x < points; ++x)
                values[size.index(x, y, static_cast<int>(z))] =
                    static_cast<float>(0.5 + 0.5 * std::tanh(row[static_cast<std::size_t>(x)]));
        }
    });
    return Volume(size, {}, std::move(values));
}

/// S_V of that structure at that grey in 1/px of side 1: of voxels half and a quarter as large as those that are measured,
/// without smoothing, carried on to voxels of none, for the error of triangles falls with their square.
double areaOfSponge(SelfTestRun& run, int side, double wavelength, std::uint64_t seed, double level) {
    const auto areaAt = [&](double step) {
        SurfaceSettings settings = SurfaceChoices{}.settings(0);
        settings.level.level = level;
        settings.level.smoothPx = 0;
        settings.denoise.method = DenoiseMethod::none;
        const auto answer = measureSurface(spongeVolume(side, wavelength, step, seed), settings, run.stopToken());
        if (!answer) throw SelfTestStopped{};
        return answer->measures.areaPerVolume.value / step;
    };
    const double coarse = areaAt(1), fine = areaAt(0.5);
    return fine + (fine - coarse) / 3;
}

void cleanAreas(SelfTestRun& run) {
    for (const int side : {32, 64, 96}) {
        const SurfaceAnswer answer = asUsersMeasure(run, spongeVolume(side, 32, 1, firstSurfaceSeed));
        const double truth = areaOfSponge(run, side, 32, firstSurfaceSeed, answer.level);
        run.reportPercent(
            "S_V, wavelength 32, " + std::to_string(side) + " voxels a side, seed " + std::to_string(firstSurfaceSeed),
            answer.measures.areaPerVolume.value, truth, 0.15);
    }
}

/// Reports how often one error of S_V and of chi per volume holds the truth of the ensemble: of a thin ring at the mean grey S_V
/// is 4 / (sqrt(3) L) and chi of one phase -2.247 / R_max^3 (Adler 1981).
void noisySurfaces(SelfTestRun& run) {
    constexpr std::size_t volumes = 48;
    constexpr double wavelength = 12;
    const double trueArea = 4 / (std::sqrt(3.0) * wavelength), trueChi = -2.247 / std::pow(rMaxOfWavelength * wavelength, 3);
    for (const double noise : {0.0, 0.3}) {
        std::vector<SurfaceMeasures> found(volumes);
        parallelFor(
            volumes, 0,
            [&](std::size_t i) {
                BicontinuousSettings settings;
                settings.width = settings.height = settings.depth = 48;
                settings.wavelengthFromPx = settings.wavelengthToPx = wavelength;
                settings.law = RingLaw::constant;
                settings.ringWidth = 0.02;
                settings.faults.noise = noise;
                settings.frames = 1;
                settings.bits = 16;
                settings.seed = firstSurfaceSeed + i;
                found[i] = asUsersMeasure(run, bicontinuousVolume(settings, 0).volume, 1).measures;
            },
            run.stopToken());
        if (run.stopToken().stop_requested()) throw SelfTestStopped{};
        double area = 0, chi = 0;
        for (const SurfaceMeasures& one : found) {
            area += std::abs(one.areaPerVolume.value - trueArea) <= one.areaPerVolume.error;
            chi += std::abs(one.eulerPerPx3.value - trueChi) <= one.eulerPerPx3.error;
        }
        const std::string words = std::string(noise > 0 ? "noise 0.3, " : "no noise, ") + std::to_string(volumes) +
                                  " volumes of 48, wavelength 12, seeds from " + std::to_string(firstSurfaceSeed) + ": ";
        const double per = 100.0 / static_cast<double>(volumes), allowed = 10;
        run.report(words + "S_V within its error", "%", per * area, 70, per * area - 70, allowed);
        run.report(words + "chi within its error", "%", per * chi, 70, per * chi - 70, allowed);
    }
}

/// Reports how much noise is taken off by default: rms off in px, with the limits of the table.
void noisyShapes(SelfTestRun& run) {
    struct Shape {
        const char* name;
        LevelSet truth;
        double limit, chi;
    };
    const VolumeSize size{48, 48, 48};
    std::vector<Shape> shapes;
    shapes.push_back({"ball", levelSetOf(ball(23.5, 23.5, 23.5, 14), size), 0.27, 1});
    shapes.push_back({"torus", levelSetOf(torus(23.5, 23.5, 23.5, 13, 5.5), size), 0.32, 0});
    shapes.push_back(
        {"two boxes", levelSetOf(both(box(13, 23.5, 23.5, 7, 12, 12), box(34, 23.5, 23.5, 8, 9, 9)), size), 0.38, 2});
    shapes.push_back({"bicontinuous", bicontinuousSurface(48, 20, firstSurfaceSeed), 0.37, std::nan("")});
    for (const Shape& shape : shapes) {
        run.tell(shape.name);
        const LevelSet noisy = withNormalNoise(shape.truth, 0.7, 0.8, firstSurfaceSeed);
        const SurfaceAnswer answer = asUsersMeasure(run, greyOf(noisy));
        const double off = surfaceRmsOff(answer.distance, shape.truth);
        const std::string name = std::string(shape.name) + ", normal noise 0.7 px, seed " + std::to_string(firstSurfaceSeed);
        run.report(name + ": rms off", "px", off, 0, off, shape.limit, surfaceRmsOff(noisy, shape.truth));
        if (std::isnan(shape.chi)) continue;
        const auto chi = static_cast<double>(answer.measures.topology.euler);
        run.report(name + ": chi", "", chi, shape.chi, std::abs(chi - shape.chi), 0);
    }
}

}  // namespace

void defaultSurfaceCases(SelfTestRun& run) {
    run.tell("known solids");
    solidsTopology(run);
    if (run.isQuick()) return;  // rows that miss their limits tell nothing of this machine (decision V24)
    solidsSizes(run);
    run.tell("area of clean volumes");
    cleanAreas(run);
    run.tell("errors of noisy volumes");
    noisySurfaces(run);
    noisyShapes(run);
}

}  // namespace coarsen
