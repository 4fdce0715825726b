// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/flow_pair.hpp"

#include "core/base/parallel.hpp"
#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

using Place = std::array<double, 3>;

struct PlaneWave {
    Place q;
    double phase;
};

/// A Gaussian random field (as nearly as so many waves make one), mean 0 and standard deviation 1.
class WaveField {
public:
    explicit WaveField(std::vector<PlaneWave> waves)
        : waves_(std::move(waves)), scale_(std::sqrt(2 / static_cast<double>(waves_.size()))) {}

    double at(const Place& place) const {
        double sum = 0;
        for (const PlaneWave& wave : waves_)
            sum += std::cos(wave.q[0] * place[0] + wave.q[1] * place[1] + wave.q[2] * place[2] + wave.phase);
        return scale_ * sum;
    }

private:
    std::vector<PlaneWave> waves_;
    double scale_;
};

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
    return WaveField(std::move(waves));
}

WaveField flowComponent(const FlowPairSettings& settings, std::uint64_t axis) {
    RandomNumbers random(settings.seed, flowStream + axis);
    std::vector<PlaneWave> waves;
    for (std::size_t i = 0; i < flowWaves; ++i) {
        const double x = random.normal() / settings.flowScale, y = random.normal() / settings.flowScale,
                     z = settings.size.depth > 1 ? random.normal() / settings.flowScale : 0;
        waves.push_back({{x, y, z}, random.uniform(0, 2 * std::numbers::pi)});
    }
    return WaveField(std::move(waves));
}

/// Calls `body(i, place)` for every voxel, its slices on several threads.
template <typename Body>
void eachVoxel(const VolumeSize& size, int threads, Body body) {
    parallelFor(static_cast<std::size_t>(size.depth), threads, [&](std::size_t z) {
        std::size_t i = z * size.slice();
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x, ++i)
                body(i, Place{double(x), double(y), double(z)});
    });
}

std::array<std::vector<float>, 3> flow(const FlowPairSettings& settings, int threads) {
    const VolumeSize& size = settings.size;
    std::array<std::vector<float>, 3> u;
    const std::array<WaveField, 3> components{flowComponent(settings, 0), flowComponent(settings, 1), flowComponent(settings, 2)};
    for (std::vector<float>& along : u)
        along.resize(size.voxels());
    const std::size_t axes = size.depth > 1 ? 3 : 2;
    eachVoxel(size, threads, [&](std::size_t i, const Place& place) {
        for (std::size_t axis = 0; axis < axes; ++axis)
            u[axis][i] = static_cast<float>(components[axis].at(place));
    });
    float longest = 0;
    for (std::size_t i = 0; i < size.voxels(); ++i)
        longest = std::max(longest, std::hypot(u[0][i], u[1][i], u[2][i]));
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (float& along : u[axis])
            along = static_cast<float>(static_cast<double>(along) * settings.maxU / static_cast<double>(longest) +
                                       settings.drift[axis]);
    return u;
}

double phaseOf(double field) {
    return 0.5 + 0.5 * std::tanh(sharpness * field) / contrast;
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
    std::vector<float> fixed(size.voxels()), moved(size.voxels()), carried(size.voxels());
    eachVoxel(size, threads, [&](std::size_t i, const Place& place) {
        const Place from{place[0] - static_cast<double>(pair.u[0][i]), place[1] - static_cast<double>(pair.u[1][i]),
                         place[2] - static_cast<double>(pair.u[2][i])};
        const double kept = old.at(from);
        fixed[i] = static_cast<float>(phaseOf(old.at(place)));
        carried[i] = static_cast<float>(phaseOf(kept));
        moved[i] = newShare > 0 ? static_cast<float>(phaseOf(settings.kept * kept + newShare * fresh.at(from))) : carried[i];
    });
    pair.rho = newShare > 0 ? correlation(carried, moved) : 1;
    addNoise(fixed, settings, 0);
    addNoise(moved, settings, 1);
    pair.fixed = Volume(size, {}, std::move(fixed));
    pair.moved = Volume(size, {}, std::move(moved));
    return pair;
}

}  // namespace coarsen
