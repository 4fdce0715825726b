// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces with known answers: distance, area, volume, curvature, topology, and how well noise is taken off them.
#include "core/levelset/denoise.hpp"
#include "core/levelset/distance.hpp"
#include "core/levelset/surface.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_surfaces.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace coarsen {

namespace {

constexpr std::uint64_t surfaceSeed = 20120901;

SurfaceAnswer measured(const LevelSet& set, SelfTestRun& run) {
    SurfaceSettings settings;
    settings.level.level = 0;
    settings.level.smoothPx = 0;
    settings.denoise.method = DenoiseMethod::none;
    auto answer = measureSurface(greyOf(set), settings, run.stopToken());
    if (!answer) throw SelfTestStopped{};
    return *std::move(answer);
}

void genusCase(SelfTestRun& run, const char* name, const LevelSet& set, double genus) {
    const Topology topology = measured(set, run).measures.topology;
    const auto found = static_cast<double>(topology.genus());
    run.report(std::string("genus of ") + name, "", found, genus, std::abs(found - genus), 0);
}

/// One shape of the noise study: 48^3, noise along the normal of sd 0.7, correlated over 0.8.
struct NoisyShape {
    const char* name;
    LevelSet truth;
    int rounds;
    double tolerance;
    bool isSmall;  ///< small enough that its topology comes back, and that rivals must be beaten
};

void denoiseCase(SelfTestRun& run, const NoisyShape& shape, std::uint64_t seed) {
    const LevelSet noisy = withNormalNoise(shape.truth, 0.7, 0.8, seed);
    DenoiseSettings settings;
    settings.nlm.rounds = shape.rounds;
    LevelSet clean = noisy;
    if (!denoise(clean, settings, {}, 0, run.stopToken())) throw SelfTestStopped{};
    const double off = surfaceRmsOff(clean, shape.truth), before = surfaceRmsOff(noisy, shape.truth);
    run.report(std::string(shape.name) + ", rms off", "px", off, 0, off, shape.tolerance, before);
    if (!shape.isSmall) return;
    const auto chi = static_cast<double>(eulerOf(clean)), trueChi = static_cast<double>(eulerOf(shape.truth));
    run.report(std::string(shape.name) + ", chi", "", chi, trueChi, std::abs(chi - trueChi), 0,
               static_cast<double>(eulerOf(noisy)) - trueChi);
    const double share = 100 * off / bestFlowRmsOff(noisy, shape.truth, 0);
    run.report(std::string(shape.name) + ", rms in % of the best curvature flow's", "%", share, 0, share, 90);
    if (run.stopToken().stop_requested()) throw SelfTestStopped{};
}

/// chi of the phase as a union of closed cubes: corners less edges plus faces less cubes.
long long chiByCounting(const LevelSet& set) {
    const auto twice = [](int side) { return static_cast<std::size_t>(2 * side + 1); };
    const std::size_t width = twice(set.size.width), height = twice(set.size.height), depth = twice(set.size.depth);
    std::vector<std::uint8_t> cells(width * height * depth);
    for (int z = 0; z < set.size.depth; ++z)
        for (int y = 0; y < set.size.height; ++y)
            for (int x = 0; x < set.size.width; ++x) {
                if (set.phi[set.size.index(x, y, z)] >= 0) continue;
                for (std::size_t cell = 0; cell < 27; ++cell)
                    cells[((static_cast<std::size_t>(2 * z) + cell / 9) * height + static_cast<std::size_t>(2 * y) +
                           cell / 3 % 3) *
                              width +
                          static_cast<std::size_t>(2 * x) + cell % 3] = 1;
            }
    long long chi = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t odd = i % width % 2 + i / width % height % 2 + i / width / height % 2;  // a cell's dimensions
        if (cells[i]) chi += odd % 2 == 0 ? 1 : -1;
    }
    return chi;
}

}  // namespace

void surfaceCases(SelfTestRun& run) {
    const LevelSet truth = levelSetOf(ball(20.2, 19.9, 20.1, 14), {41, 41, 41});
    const SurfaceAnswer answer = measured(truth, run);
    const double off = distanceRmsOff(answer.distance, truth), voxels = static_cast<double>(truth.phi.size());
    const SurfaceMeasures& measures = answer.measures;
    run.report("distance to a ball, R = 14, rms", "px", off, 0, off, 0.02);
    run.reportPercent("its area", measures.areaPerVolume.value * 40 * 40 * 40, 4 * std::numbers::pi * 14 * 14, 1);
    run.reportPercent("its volume", measures.volumeFraction.value * voxels, 4 * std::numbers::pi / 3 * 14 * 14 * 14, 2);
    run.reportPercent("its mean curvature", measures.meanH.value, 1.0 / 14, 2);
    run.reportPercent("its Gaussian curvature", measures.meanK.value, 1.0 / (14 * 14), 4);
    genusCase(run, "a ball", truth, 0);
    genusCase(run, "a torus", levelSetOf(torus(24, 24, 12, 13, 5.5), {49, 49, 25}), 1);
    genusCase(run, "a double torus", levelSetOf(both(torus(18, 20, 8, 10, 4), torus(38, 20, 8, 10, 4)), {57, 41, 17}), 2);
    genusCase(run, "two balls", levelSetOf(both(ball(12, 12, 12, 8), ball(34, 12, 12, 8)), {47, 25, 25}), 0);
    const LevelSet sponge = bicontinuousSurface(48, 12, surfaceSeed);
    const auto chi = static_cast<double>(eulerOf(sponge)), counted = static_cast<double>(chiByCounting(sponge));
    run.report("chi of a bicontinuous volume", "", chi, counted, std::abs(chi - counted), 0);
}

void denoiseCases(SelfTestRun& run) {
    const VolumeSize size{48, 48, 48};
    const NoisyShape shapes[] = {
        {"ball", levelSetOf(ball(23.5, 23.5, 23.5, 14), size), 2, 0.27, true},
        {"torus", levelSetOf(torus(23.5, 23.5, 23.5, 13, 5.5), size), 2, 0.32, true},
        {"two boxes", levelSetOf(both(box(13, 23.5, 23.5, 7, 12, 12), box(34, 23.5, 23.5, 8, 9, 9)), size), 1, 0.38, true},
        {"bicontinuous", bicontinuousSurface(48, 20, surfaceSeed), 1, 0.37, false},
    };
    for (const NoisyShape& shape : shapes) {
        run.tell(shape.name);
        denoiseCase(run, shape, surfaceSeed);
    }
}

}  // namespace coarsen
