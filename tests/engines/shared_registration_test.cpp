// SPDX-License-Identifier: GPL-3.0-or-later
// A level that several GPUs share against the same level on one; one GPU that is named several times does for them.
#include "core/synth/flow_pair.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/registration_engine.hpp"
#include "gpu/register/split_level.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using gpu::RegistrationPrecision;
using Registrar = std::shared_ptr<const RegistrationEngine>;

std::vector<gpu::Device> gpusThatCanBeUsed() {
    std::vector<gpu::Device> usable = gpu::devices().devices;
    std::erase_if(usable, [](const gpu::Device& device) { return !device.unavailable.empty(); });
    return usable;
}

using Sharing = std::pair<int, RegistrationPrecision>;

/// How many GPUs share a level, and what it is kept in; none where there is no GPU, as of the suite for all engines.
std::vector<Sharing> sharings() {
    if (gpusThatCanBeUsed().empty()) return {};
    return {{2, RegistrationPrecision::half},
            {3, RegistrationPrecision::half},
            {2, RegistrationPrecision::single},
            {5, RegistrationPrecision::single}};
}

FlowPair movedCube(const VolumeSize& size, double noise = 0.02) {
    FlowPairSettings made;
    made.size = size, made.wavelength = 10, made.maxU = 1.5, made.noise = noise, made.seed = 3;
    return flowPair(made, 2);
}

RegistrationPair pairOf(const FlowPair& made, bool isMasked) {
    RegistrationPair pair{made.fixed.size(), {}, {}, {}, {}};
    pair.fixed.assign(made.fixed.values().begin(), made.fixed.values().end());
    pair.moved.assign(made.moved.values().begin(), made.moved.values().end());
    if (isMasked)
        for (std::size_t i = 0; i < pair.size.voxels(); ++i)
            pair.fixedValid.push_back(i % 7 > 0), pair.movedValid.push_back(i % 11 > 1);
    return pair;
}

double farthest(const Flow& a, const Flow& b) {
    double most = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < a.along[axis].size(); ++i) {
            const auto apart = static_cast<double>(std::abs(a.along[axis][i] - b.along[axis][i]));
            if (!(apart <= most)) most = std::isfinite(apart) ? apart : 1e9;
        }
    return most;
}

double longest(const Flow& u) {
    return farthest(u, Flow(u.size));
}

constexpr double close = 3e-3;  // voxels; a slab smooths by bands what one GPU smooths by nodes, and 0.0024 were measured

class SharedRegistration : public testing::TestWithParam<Sharing> {
protected:
    std::vector<gpu::Device> sharers() const {
        std::vector<gpu::Device> all = gpusThatCanBeUsed();
        all.resize(static_cast<std::size_t>(GetParam().first), all.front());
        return all;
    }
    Registrar shared(std::size_t leastVoxels = 0) const {
        return gpu::directRegistration(sharers(), GetParam().second, leastVoxels);
    }
    Registrar alone() const { return gpu::directRegistration({gpusThatCanBeUsed().front()}, GetParam().second); }

    /// The same steps, one of them refused. They shrink as in a descent: where little is left to go, steps of a fixed length
    /// would make much of the last bits of the force.
    static void expectTheSame(RegistrationLevel& ours, RegistrationLevel& judge, int steps) {
        ASSERT_NE(dynamic_cast<gpu::SplitLevel*>(&ours), nullptr);
        double reach = 0.3;
        for (int i = 0; i < steps; ++i) {
            const auto answer = ours.evaluate(-1e9), judged = judge.evaluate(-1e9);
            ASSERT_NEAR(answer.mismatch, judged.mismatch, 1e-3 * judged.mismatch) << "step " << i;
            ASSERT_NEAR(answer.regularisation, judged.regularisation, 2e-2 * judged.regularisation + 1e-7) << "step " << i;
            ASSERT_NEAR(answer.jMin, judged.jMin, close) << "step " << i;
            if (i == 2) {
                ours.step(reach / 2), judge.step(reach / 2);
                continue;
            }
            ours.accept(), judge.accept();
            reach *= 0.8;
            ours.step(reach), judge.step(reach);
        }
        EXPECT_LE(farthest(ours.displacement(), judge.displacement()), close);
        EXPECT_GT(longest(judge.displacement()), 0.3);
        const std::array<double, 3> drift{0.1, -0.2, 0.05};
        const auto found = ours.found(drift), judged = judge.found(drift);
        EXPECT_EQ(farthest(found.u, ours.displacement()), 0);
        EXPECT_NEAR(found.jacobians.statistics.least, judged.jacobians.statistics.least, close);
        EXPECT_NEAR(found.jacobians.statistics.logSd, judged.jacobians.statistics.logSd, close);
        EXPECT_NEAR(found.farthest, judged.farthest, close);
    }

    void expectTheSame(const RegistrationPair& pair, const ForceSettings& force, int steps = 9) const {
        SCOPED_TRACE(testing::Message() << pair.size.width << " x " << pair.size.height << " x " << pair.size.depth << ", sigma "
                                        << force.sigma);
        const auto ours = shared()->plan(pair, force, Flow(pair.size)), judge = alone()->plan(pair, force, Flow(pair.size));
        expectTheSame(*ours, *judge, steps);
    }
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SharedRegistration);
INSTANTIATE_TEST_SUITE_P(All, SharedRegistration, testing::ValuesIn(sharings()), [](const auto& instance) {
    return "on" + std::to_string(instance.param.first) +
           (instance.param.second == RegistrationPrecision::half ? "InHalf" : "InSingle");
});

TEST_P(SharedRegistration, DoesTheSameSteps) {
    const FlowPair made = movedCube({40, 36, 71});
    for (const bool isMasked : {false, true})
        for (const double sigma : {2.0, 5.6})
            expectTheSame(pairOf(made, isMasked), {.sigma = sigma});
}

TEST_P(SharedRegistration, DoesTheSameStepsWithEachSamplingAndRegulariser) {
    const RegistrationPair pair = pairOf(movedCube({33, 28, 45}), true);
    for (const Sampling sampling : {Sampling::cubic, Sampling::linear})
        for (const RegulariserForm form : {RegulariserForm::piola, RegulariserForm::printed})
            expectTheSame(pair, {.sigma = 4, .lambda = 0.2, .sampling = sampling, .form = form});
}

TEST_P(SharedRegistration, SharesSlabsThinnerThanTheGaussian) {
    expectTheSame(pairOf(movedCube({40, 33, 17}), false), {.sigma = 5.6});
    expectTheSame(pairOf(movedCube({40, 33, 17}), false), {.sigma = 14});
    expectTheSame(pairOf(movedCube({48, 40, 8}), false), {.sigma = 5.6});
}

TEST_P(SharedRegistration, GoesFromLevelToLevel) {
    const FlowPair made = movedCube({56, 48, 52});
    const auto ours = shared()->levels(made.fixed, made.moved, {.levels = 2}),
               judge = alone()->levels(made.fixed, made.moved, {.levels = 2});
    const ForceSettings force{.sigma = 4};
    const auto coarse = ours->level(1, force, {0.5, -0.25, 1}), judged = judge->level(1, force, {0.5, -0.25, 1});
    expectTheSame(*coarse, *judged, 6);
    const auto fine = ours->finer(*coarse, 0, force), judgedFine = judge->finer(*judged, 0, force);
    expectTheSame(*fine, *judgedFine, 6);
    EXPECT_NEAR(ours->correlation(*fine), judge->correlation(*judgedFine), 1e-4);
}

TEST_P(SharedRegistration, LeavesSmallLevelsAndOneOfManyToOneGpu) {
    const RegistrationPair pair = pairOf(movedCube({24, 20, 22}), false);
    const auto small = shared(pair.size.voxels() + 1)->plan(pair, {}, Flow(pair.size));
    EXPECT_NE(dynamic_cast<gpu::DeviceLevel*>(small.get()), nullptr);
    const FlowPair made = movedCube({24, 20, 22});
    const auto levels = shared()->levels(made.fixed, made.moved, {.levels = 1, .isOneOfMany = true});
    EXPECT_NE(dynamic_cast<gpu::DeviceLevel*>(levels->level(0, {}, {}).get()), nullptr);
}

}  // namespace
}  // namespace coarsen
