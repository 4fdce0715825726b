// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/shared_registration_bench.hpp"

#include "core/register/registration.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/registration_engine.hpp"
#include "tests/bench/gpu/stopwatch.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace coarsen::gpu {

namespace {

constexpr double wavelength = 14, sigma = 0.4 * wavelength;

float farthest(const Flow& a, const Flow& b) {
    float most = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < a.along[axis].size(); ++i)
            most = std::max(most, std::abs(a.along[axis][i] - b.along[axis][i]));
    return most;
}

class SharedBench {
public:
    explicit SharedBench(int side)
        : side_(side), pair_(flowPair({.size = {side, side, side}, .wavelength = wavelength, .seed = 2})) {}

    SharedRegistrationTiming time(const std::vector<Device>& devices, int sharedLevels) {
        const int leastSide = side_ >> std::max(0, sharedLevels - 1);
        const std::size_t leastVoxels = VolumeSize{leastSide, leastSide, leastSide}.voxels();
        const auto engine = directRegistration(devices, RegistrationPrecision::half, leastVoxels);
        SharedRegistrationTiming timing;
        timing.device = engine->description().device;
        timing.side = side_, timing.gpus = static_cast<int>(devices.size()), timing.sharedLevels = sharedLevels;
        Flow u;
        const auto work = [&](int evaluations) {
            return timedOnHost([&] { u = sameWork(*engine, evaluations); }, runs()).medianMs;
        };
        timing.levelMs = work(0);
        timing.sameWorkMs = work(SharedRegistrationTiming::evaluationsOfSameWork);
        if (!ofOne_) ofOne_ = u;
        timing.apart = static_cast<double>(farthest(u, *ofOne_));
        adapt(*engine, timing);
        return timing;
    }

private:
    int runs() const { return side_ > 300 ? 1 : 3; }

    Flow sameWork(const RegistrationEngine& engine, int evaluations) const {
        const auto levels = engine.levels(pair_.fixed, pair_.moved, {.levels = 1});
        const auto level = levels->level(0, {.sigma = sigma}, {});
        for (int i = 0; i < evaluations; ++i) {
            level->evaluate(-1e9);
            level->accept();
            level->step(0.01);
        }
        return level->displacement();
    }

    void adapt(const RegistrationEngine& engine, SharedRegistrationTiming& timing) const {
        RegistrationSettings settings;
        settings.sigma = RegistrationSettings::Sigma{sigma, false};
        settings.evolving = Evolving::no;
        std::vector<Registration> answers;  // whose memory goes when no clock runs
        timing.adaptiveMs =
            timedOnHost([&] { answers.push_back(registerVolumes(pair_.fixed, pair_.moved, settings, engine)); }, runs()).medianMs;
        const Registration& answer = answers.back();
        timing.errorMean = endPointErrors(answer.u.size, answer.u.along, pair_.u).mean();
        timing.evaluations = answer.evaluations;
    }

    int side_;
    FlowPair pair_;
    std::optional<Flow> ofOne_;
};

}  // namespace

void benchmarkSharedRegistration(const std::vector<int>& sides,
                                 const std::function<void(const SharedRegistrationTiming&)>& done) {
    std::vector<Device> usable = devices().devices;
    std::erase_if(usable, [](const Device& device) { return !device.unavailable.empty(); });
    if (usable.size() < 2) return;
    for (const int side : sides) {
        try {
            SharedBench bench(side);
            done(bench.time({usable.front()}, 0));
            for (std::size_t count = 2; count <= usable.size(); count *= 2)
                for (const int sharedLevels : {1, 2})
                    done(bench.time({usable.begin(), usable.begin() + static_cast<std::ptrdiff_t>(count)}, sharedLevels));
        } catch (const OutOfGpuMemory&) {
            continue;
        }
    }
}

}  // namespace coarsen::gpu
