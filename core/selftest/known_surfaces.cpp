// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/known_surfaces.hpp"

#include "core/levelset/denoise.hpp"
#include "core/levelset/distance.hpp"
#include "core/levelset/topology.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

Solid ball(double x, double y, double z, double radius) {
    return [=](double px, double py, double pz) { return std::hypot(px - x, py - y, pz - z) - radius; };
}

Solid torus(double x, double y, double z, double radius, double tubeRadius) {
    return [=](double px, double py, double pz) { return std::hypot(std::hypot(px - x, py - y) - radius, pz - z) - tubeRadius; };
}

Solid box(double x, double y, double z, double halfX, double halfY, double halfZ) {
    return [=](double px, double py, double pz) {
        const double a = std::abs(px - x) - halfX, b = std::abs(py - y) - halfY, c = std::abs(pz - z) - halfZ;
        return std::hypot(std::max(a, 0.0), std::max(b, 0.0), std::max(c, 0.0)) + std::min(std::max({a, b, c}), 0.0);
    };
}

Solid both(Solid a, Solid b) {
    return [a = std::move(a), b = std::move(b)](double x, double y, double z) { return std::min(a(x, y, z), b(x, y, z)); };
}

Volume greyOf(const LevelSet& set) {
    std::vector<float> grey;
    grey.reserve(set.phi.size());
    for (const float distance : set.phi)
        grey.push_back(-std::tanh(distance / 1.5F));
    return Volume(set.size, set.spacing, std::move(grey));
}

LevelSet levelSetOf(const Solid& solid, const VolumeSize& size, const Spacing& spacing) {
    LevelSet set{size, spacing, {}, {}};
    const auto steps = set.steps();
    set.phi.reserve(size.voxels());
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                set.phi.push_back(static_cast<float>(solid(x * steps[0], y * steps[1], z * steps[2])));
    return set;
}

LevelSet bicontinuousSurface(int side, double wavelengthPx, std::uint64_t seed) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = side;
    settings.wavelengthFromPx = settings.wavelengthToPx = wavelengthPx;
    settings.law = RingLaw::constant;
    settings.frames = 1;
    settings.bits = 16;
    settings.seed = seed;
    LevelSettings level;
    level.smoothPx = 0;
    LevelSet set = levelSetOf(bicontinuousVolume(settings, 0).volume, level).set;
    redistance(set);
    redistance(set, marchingCubes(set), 0);
    return set;
}

LevelSet withNormalNoise(const LevelSet& truth, double sdPx, double correlationPx, std::uint64_t seed) {
    RandomNumbers random(seed, 3);
    std::vector<float> noise(truth.phi.size());
    for (float& value : noise)
        value = static_cast<float>(random.normal());
    noise = gaussianSmoothed(truth.size, truth.steps(), std::move(noise), {}, correlationPx, 0);
    double squares = 0;
    for (const float value : noise)
        squares += static_cast<double>(value) * static_cast<double>(value);
    const double factor = sdPx / std::sqrt(squares / static_cast<double>(noise.size()));
    LevelSet noisy = truth;
    for (std::size_t i = 0; i < noise.size(); ++i)
        noisy.phi[i] += static_cast<float>(factor * static_cast<double>(noise[i]));
    redistance(noisy);
    return noisy;
}

double surfaceRmsOff(const LevelSet& distance, const LevelSet& truth) {
    const SurfaceMesh mesh = marchingCubes(distance);
    const auto steps = distance.steps();
    const auto counts = distance.counts();
    double squares = 0;
    for (const auto& vertex : mesh.vertices) {
        std::array<int, 3> low, high;  // the ends of the edge that it lies on
        double share = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double place = static_cast<double>(vertex[axis]) / steps[axis];
            low[axis] = std::clamp(static_cast<int>(std::floor(place + 1e-5)), 0, counts[axis] - 1);
            const bool isBetween = place - low[axis] > 1e-4;
            high[axis] = std::min(low[axis] + (isBetween ? 1 : 0), counts[axis] - 1);
            if (isBetween) share = place - low[axis];
        }
        const double off = (1 - share) * static_cast<double>(truth.phi[truth.size.index(low[0], low[1], low[2])]) +
                           share * static_cast<double>(truth.phi[truth.size.index(high[0], high[1], high[2])]);
        squares += off * off;
    }
    return std::sqrt(squares / static_cast<double>(mesh.vertices.size()));
}

double distanceRmsOff(const LevelSet& distance, const LevelSet& truth) {
    double squares = 0, count = 0;
    for (std::size_t i = 0; i < truth.phi.size(); ++i)
        if (std::abs(truth.phi[i]) < 1) {
            const double off = static_cast<double>(distance.phi[i]) - static_cast<double>(truth.phi[i]);
            squares += off * off;
            count += 1;
        }
    return std::sqrt(squares / count);
}

long long eulerOf(const LevelSet& set) {
    PhaseVoxels phase{set.size, {}};
    phase.isInside.reserve(set.phi.size());
    for (const float value : set.phi)
        phase.isInside.push_back(value < 0);
    return topologyOf(phase).euler;
}

double bestFlowRmsOff(const LevelSet& noisy, const LevelSet& truth, int threads) {
    double best = surfaceRmsOff(noisy, truth), done = 0;
    LevelSet moved = noisy;
    for (const double time : {0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0}) {
        flowByCurvature(moved, time - done, threads);
        done = time;
        best = std::min(best, surfaceRmsOff(moved, truth));
    }
    return best;
}

}  // namespace coarsen
