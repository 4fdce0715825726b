// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/flow_pair.hpp"

#include "core/base/parallel.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/wave_field.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

namespace coarsen {

namespace {

constexpr std::uint64_t structureStream = std::uint64_t{7} << 40, newStructureStream = structureStream + 1,
                        flowStream = structureStream + 2, pairNoiseStream = structureStream + 8;
constexpr std::size_t structureWaves = 120, flowWaves = 24;
/// Grey value of the field: the two phases end up around 0 and 1, with an interface about a sixth of a wavelength wide between
/// them, as a microscope shows it.
constexpr double sharpness = 1, contrast = 0.556;  // the mean of |tanh| of a normal number

/// All of one wavelength, in all directions; of a plane, in it.
WaveField structure(const FlowPairSettings& settings, std::uint64_t stream) {
    RandomNumbers random(settings.seed, stream);
    std::vector<PlaneWave> waves;
    const double q = 2 * std::numbers::pi / settings.wavelength;
    for (std::size_t i = 0; i < structureWaves; ++i) {
        const double cosine = settings.size.depth > 1 ? random.uniform(-1, 1) : 0,
                     angle = random.uniform(0, 2 * std::numbers::pi), sine = std::sqrt(1 - cosine * cosine),
                     phase = random.uniform(0, 2 * std::numbers::pi);
        waves.push_back({{q * sine * std::cos(angle), q * sine * std::sin(angle), q * cosine}, phase});
    }
    return WaveField(waves);
}

WaveField flowComponent(const FlowPairSettings& settings, std::uint64_t axis) {
    RandomNumbers random(settings.seed, flowStream + axis);
    std::vector<PlaneWave> waves;
    for (std::size_t i = 0; i < flowWaves; ++i) {
        const double x = random.normal() / settings.flowScale, y = random.normal() / settings.flowScale,
                     z = settings.size.depth > 1 ? random.normal() / settings.flowScale : 0;
        waves.push_back({{x, y, z}, random.uniform(0, 2 * std::numbers::pi)});
    }
    return WaveField(waves);
}

/// Calls `body(i, places)` for every line of voxels along x, the first of which is `i`, its slices on several threads.
template <typename Body>
void eachLine(const VolumeSize& size, int threads, Body body) {
    const auto width = static_cast<std::size_t>(size.width);
    parallelFor(static_cast<std::size_t>(size.depth), threads, [&](std::size_t z) {
        Places places(width);
        std::iota(places.along[0].begin(), places.along[0].end(), 0.0);
        std::ranges::fill(places.along[2], static_cast<double>(z));
        for (std::size_t y = 0; y < static_cast<std::size_t>(size.height); ++y) {
            std::ranges::fill(places.along[1], static_cast<double>(y));
            body(z * size.slice() + y * width, std::as_const(places));
        }
    });
}

std::array<std::vector<float>, 3> flow(const FlowPairSettings& settings, int threads) {
    const VolumeSize& size = settings.size;
    const std::size_t axes = size.depth > 1 ? 3 : 2, width = static_cast<std::size_t>(size.width);
    std::array<std::vector<float>, 3> u;
    const std::array<WaveField, 3> components{flowComponent(settings, 0), flowComponent(settings, 1), flowComponent(settings, 2)};
    for (std::vector<float>& along : u)
        along.resize(size.voxels());
    std::vector<float> longestOfSlices(static_cast<std::size_t>(size.depth));
    eachLine(size, threads, [&](std::size_t start, const Places& places) {
        std::vector<double> values;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            components[axis].at(places, values);
            for (std::size_t x = 0; x < width; ++x)
                u[axis][start + x] = static_cast<float>(values[x]);
        }
        float& longest = longestOfSlices[start / size.slice()];
        for (std::size_t i = start; i < start + width; ++i)
            longest = std::max(longest, std::hypot(u[0][i], u[1][i], u[2][i]));
    });
    const auto longest = static_cast<double>(std::ranges::max(longestOfSlices));
    parallelFor(static_cast<std::size_t>(size.depth), threads, [&](std::size_t z) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (float& along : std::span(u[axis]).subspan(z * size.slice(), size.slice()))
                along = static_cast<float>(static_cast<double>(along) * settings.maxU / longest + settings.drift[axis]);
    });
    return u;
}

float phaseOf(double field) {
    return static_cast<float>(0.5 + 0.5 * std::tanh(sharpness * field) / contrast);
}

double correlation(const std::vector<float>& a, const std::vector<float>& b) {
    double meanA = 0, meanB = 0, aa = 0, ab = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        meanA += static_cast<double>(a[i]), meanB += static_cast<double>(b[i]);
    meanA /= static_cast<double>(a.size()), meanB /= static_cast<double>(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double p = static_cast<double>(a[i]) - meanA, q = static_cast<double>(b[i]) - meanB;
        aa += p * p, ab += p * q, bb += q * q;
    }
    return ab / std::sqrt(aa * bb);
}

void addNoise(std::vector<float>& values, const FlowPairSettings& settings, std::uint64_t which) {
    if (!(settings.noise > 0)) return;
    RandomNumbers random(settings.seed, pairNoiseStream + which);
    for (float& value : values)
        value += static_cast<float>(settings.noise * random.normal());
}

}  // namespace

FlowPair flowPair(const FlowPairSettings& settings, int threads) {
    const VolumeSize& size = settings.size;
    const WaveField old = structure(settings, structureStream), fresh = structure(settings, newStructureStream);
    const double newShare = std::sqrt(std::max(0.0, 1 - settings.kept * settings.kept));
    FlowPair pair;
    pair.u = flow(settings, threads);
    std::vector<float> fixed(size.voxels()), moved(size.voxels()), carried(newShare > 0 ? size.voxels() : 0);
    eachLine(size, threads, [&](std::size_t start, const Places& places) {
        Places from = places;
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t x = 0; x < from.along[axis].size(); ++x)
                from.along[axis][x] -= static_cast<double>(pair.u[axis][start + x]);
        std::vector<double> here, kept, added;
        old.at(places, here);
        old.at(from, kept);
        if (newShare > 0) fresh.at(from, added);
        for (std::size_t x = 0; x < here.size(); ++x) {
            fixed[start + x] = phaseOf(here[x]);
            moved[start + x] = phaseOf(newShare > 0 ? settings.kept * kept[x] + newShare * added[x] : kept[x]);
            if (newShare > 0) carried[start + x] = phaseOf(kept[x]);
        }
    });
    pair.rho = newShare > 0 ? correlation(carried, moved) : 1;
    addNoise(fixed, settings, 0);
    addNoise(moved, settings, 1);
    pair.fixed = Volume(size, {}, std::move(fixed));
    pair.moved = Volume(size, {}, std::move(moved));
    return pair;
}

}  // namespace coarsen
