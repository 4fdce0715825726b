// SPDX-License-Identifier: GPL-3.0-or-later
// One suite for every engine of registrations that can be used here; a GPU is held against cpu-simd after the same steps, in half
// precision, as it is used, and in single precision.
#include "core/analysis/engines.hpp"
#include "core/base/error.hpp"
#include "core/register/engines.hpp"
#include "core/register/registration.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"
#include "gpu/engines.hpp"
#include "tests/engines/single_registration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using testing::HasSubstr;
using Registrar = std::shared_ptr<const RegistrationEngine>;

RegistrationEngineList registrars() {
    RegistrationEngineList engines = cpuRegistrationEngines();
    std::ranges::copy(gpu::engines().registration, std::back_inserter(engines));
    std::ranges::copy(test::singleGpuRegistration(), std::back_inserter(engines));
    std::ranges::copy(test::sharedGpuRegistration(), std::back_inserter(engines));
    std::erase_if(engines, [](const Registrar& engine) { return !engine->description().unavailable.empty(); });
    return engines;
}

std::string nameOfRegistrar(const testing::TestParamInfo<Registrar>& instance) {
    std::string name = instance.param->description().name;
    if (const std::string device = instance.param->description().device; instance.param->description().isGpu)
        if (const std::size_t count = device.find(" x "); count != std::string::npos)
            name += "-on-" + device.substr(0, count) + "-number-" + std::to_string(instance.index);
    std::ranges::replace(name, '-', '_');
    return name;
}

/// Waves with a bit of noise: what is to be registered need not be alike.
RegistrationPair wavyPair(const VolumeSize& size, bool isMasked = false) {
    std::mt19937 random(4);
    const auto noise = [&] { return 0.05F * static_cast<float>(random() % 100) / 100; };
    RegistrationPair pair{size, {}, {}, {}, {}};
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const auto at = [&](float shift) {
                    return 0.5F + 0.3F * std::sin(0.7F * (float(x) + shift)) * std::cos(0.6F * (float(y) - shift)) +
                           0.2F * std::sin(0.65F * float(z) + shift);
                };
                pair.fixed.push_back(at(0) + noise());
                pair.moved.push_back(at(0.8F) + noise());
                if (!isMasked) continue;
                pair.fixedValid.push_back(random() % 8 > 0);
                pair.movedValid.push_back(random() % 8 > 0);
            }
    return pair;
}

Flow wavyFlow(const VolumeSize& size) {
    Flow u(size);
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const std::size_t i = size.index(x, y, z);
                u.along[0][i] = 0.8F * std::sin(0.3F * float(y) + 0.2F * float(z));
                u.along[1][i] = 0.6F * std::cos(0.25F * float(x)) - 0.2F;
                if (size.depth > 1) u.along[2][i] = 0.5F * std::sin(0.2F * float(x) + 0.3F * float(y) + 0.1F * float(z));
            }
    return u;
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

double meanApart(const Flow& a, const Flow& b) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < a.along[axis].size(); ++i)
            sum += static_cast<double>(std::abs(a.along[axis][i] - b.along[axis][i]));
    return sum / static_cast<double>(3 * a.size.voxels());
}

class RegistrationSuite : public testing::TestWithParam<Registrar> {
protected:
    const RegistrationEngine& engine() const { return *GetParam(); }
    bool isGpu() const { return engine().description().isGpu; }
    /// True where force, velocity and the spline's numbers are kept in half precision.
    bool isHalf() const { return engine().description().name == "gpu-direct"; }

    void expectAlike(const Flow& ours, const Flow& judged) const {
        EXPECT_LE(farthest(ours, judged), isHalf() ? 0.15 : 0.02);
        EXPECT_LE(meanApart(ours, judged), isHalf() ? 0.01 : 0.002);
    }

    /// The same steps with both, from a flow that is not 0.
    void expectTheSameSteps(const RegistrationPair& pair, ForceSettings force, int steps = 8) const {
        SCOPED_TRACE(testing::Message() << pair.size.width << " x " << pair.size.height << " x " << pair.size.depth << ", sigma "
                                        << force.sigma);
        force.threads = 2;
        const auto ours = engine().plan(pair, force, wavyFlow(pair.size)),
                   judge = cpuSimdRegistration()->plan(pair, force, wavyFlow(pair.size));
        EXPECT_EQ(farthest(ours->displacement(), wavyFlow(pair.size)), 0);
        for (int i = 0; i < steps; ++i) {
            const auto answer = ours->evaluate(-1e9), judged = judge->evaluate(-1e9);
            const double apart = isHalf() ? 100 : 1;
            ASSERT_NEAR(answer.mismatch, judged.mismatch, apart * 1e-4 * judged.mismatch) << "step " << i;
            ASSERT_NEAR(answer.regularisation, judged.regularisation, apart * (1e-4 * judged.regularisation + 1e-9));
            ASSERT_NEAR(answer.jMin, judged.jMin, apart * 1e-4);
            ours->accept(), judge->accept();
            ours->step(0.3), judge->step(0.3);
        }
        expectAlike(ours->displacement(), judge->displacement());
    }

    RegistrationSettings settled(double wavelength = 14) const {
        RegistrationSettings settings;
        settings.wavelength = wavelength;
        settings.evolving = Evolving::no;
        settings.threads = 2;
        return settings;
    }

    Registration registered(const FlowPair& pair, const RegistrationSettings& settings) const {
        return registerVolumes(pair.fixed, pair.moved, settings, engine());
    }
    static EndPointErrors errorsOf(const Registration& answer, const FlowPair& pair) {
        return endPointErrors(answer.u.size, answer.u.along, pair.u);
    }
};
INSTANTIATE_TEST_SUITE_P(All, RegistrationSuite, testing::ValuesIn(registrars()), nameOfRegistrar);

TEST_P(RegistrationSuite, DoesTheSameSteps) {
    for (const bool isMasked : {false, true})
        for (const double sigma : {5.6, 2.0})
            for (const int width : {37, 36})  // a GPU smooths rows of a multiple of four in a way of its own
                expectTheSameSteps(wavyPair({width, 26, 30}, isMasked), {.sigma = sigma});
}

TEST_P(RegistrationSuite, DoesTheSameStepsWithEachSamplingAndRegulariser) {
    for (const Sampling sampling : {Sampling::cubic, Sampling::linear})
        for (const RegulariserForm form : {RegulariserForm::piola, RegulariserForm::printed})
            expectTheSameSteps(wavyPair({20, 24, 18}), {.sigma = 4, .lambda = 0.3, .sampling = sampling, .form = form});
    expectTheSameSteps(wavyPair({20, 24, 18}), {.sigma = 4, .lambda = 0});
    for (const RegulariserForm form : {RegulariserForm::piola, RegulariserForm::printed})
        expectTheSameSteps(wavyPair({20, 24, 18}, true), {.sigma = 4, .lambda = 0.02, .form = form, .term = ForceTerm::paper});
}

TEST_P(RegistrationSuite, DoesTheSameStepsAtOddThinAndLopsidedSizes) {
    for (const VolumeSize& size : {VolumeSize{64, 48, 1}, {33, 8, 9}, {8, 17, 65}, {9, 130, 8}, {8, 9, 10}})
        expectTheSameSteps(wavyPair(size), {.sigma = 6}, 4);
    for (const VolumeSize& size :
         {VolumeSize{601, 9, 8}, {8, 530, 9}, {9, 8, 1100}, {12, 9, 420}})  // lines too long for one block
        expectTheSameSteps(wavyPair(size), {.sigma = 12}, 3);
    // its tiles fill no multiple of a GPU's multiprocessors, which then share the last slices
    expectTheSameSteps(wavyPair({96, 240, 24}), {.sigma = 6}, 3);
    expectTheSameSteps(wavyPair({516, 430, 8}), {.sigma = 6}, 2);  // its slices are more than a block of a GPU holds at once
    expectTheSameSteps(wavyPair({36, 2, 20}), {.sigma = 6}, 4);
}

TEST_P(RegistrationSuite, StaysWithTheCpuThroughADescent) {
    FlowPairSettings made;
    made.size = {40, 40, 40}, made.seed = 2, made.maxU = 2;
    const FlowPair pair = flowPair(made, 2);
    const std::vector<float> fixed(pair.fixed.values().begin(), pair.fixed.values().end()),
        moved(pair.moved.values().begin(), pair.moved.values().end());
    const RegistrationPair both{made.size, fixed, moved, {}, {}};
    const auto ours = engine().plan(both, {.sigma = 5.6}, Flow(made.size)),
               judge = cpuSimdRegistration()->plan(both, {.sigma = 5.6}, Flow(made.size));
    double reach = 0.5;
    for (int i = 0; i < 40; ++i, reach *= 0.95) {
        ours->evaluate(-1e9), judge->evaluate(-1e9);
        ours->accept(), judge->accept();
        ours->step(reach), judge->step(reach);
    }
    expectAlike(ours->displacement(), judge->displacement());
}

TEST_P(RegistrationSuite, UndoesAStepThatFolds) {
    const RegistrationPair pair = wavyPair({24, 20, 22});
    const ForceSettings force{.sigma = 4};
    const auto level = engine().plan(pair, force, Flow(pair.size)), other = engine().plan(pair, force, Flow(pair.size));
    level->evaluate(-1e9), other->evaluate(-1e9);
    level->accept(), other->accept();
    level->step(40);
    EXPECT_LT(level->evaluate(0.05).jMin, 0.05);
    level->step(0.3), other->step(0.3);
    EXPECT_EQ(level->evaluate(0.05).mismatch, other->evaluate(0.05).mismatch);
    level->accept(), other->accept();
    level->step(0.3), other->step(0.3);
    EXPECT_EQ(level->evaluate(0.05).mismatch, other->evaluate(0.05).mismatch);
    EXPECT_EQ(farthest(level->displacement(), other->displacement()), 0);
}

TEST_P(RegistrationSuite, SaysWhereThereIsNoWayToGo) {
    const VolumeSize size{16, 12, 10};
    const std::vector<float> flat(size.voxels(), 0.5F);
    const auto level = engine().plan({size, flat, flat, {}, {}}, {}, Flow(size));
    EXPECT_FALSE(level->evaluate(-1e9).isStill);
    level->accept();
    level->step(0.5);
    EXPECT_TRUE(level->evaluate(-1e9).isStill);
    EXPECT_EQ(farthest(level->displacement(), Flow(size)), 0);
}

TEST_P(RegistrationSuite, GivesTheSameBytesAgain) {
    FlowPairSettings made;
    made.size = {33, 26, 29}, made.maxU = 2;
    const FlowPair pair = flowPair(made, 2);
    const Registration one = registered(pair, settled()), two = registered(pair, settled());
    EXPECT_EQ(one.u.along, two.u.along);
    EXPECT_EQ(one.after.mismatch, two.after.mismatch);
    EXPECT_EQ(one.evaluations, two.evaluations);
    EXPECT_EQ(one.engine, engine().description().name);
}

TEST_P(RegistrationSuite, TellsTheMismatchBeforeAFlow) {
    const FlowPair pair = flowPair({.size = {40, 36, 28}, .maxU = 2});
    const auto levels = engine().levels(pair.fixed, pair.moved, {});
    const std::array<double, 3> displacement{0.6, -0.3, 0.2};
    for (const Sampling sampling : {Sampling::cubic, Sampling::linear}) {
        const ForceSettings force{.sampling = sampling};
        const double evaluated = levels->level(0, force, displacement)->evaluate(-1e9).mismatch;
        EXPECT_NEAR(levels->mismatch(displacement, force), evaluated, 2e-3 * evaluated);
    }
}

/// Gain from 0.6 to 1.4 along x and an offset from -0.2 to 0.2 along y; with holes, if it is to have some, that hold no number.
Volume unevenlyLit(const Volume& volume, bool isMasked = false) {
    const VolumeSize& size = volume.size();
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const auto along = [](int at, int side) { return 2.0F * float(at) / float(side - 1) - 1; };
                values.push_back((1 + 0.4F * along(x, size.width)) * volume.at(x, y, z) + 0.2F * along(y, size.height));
                if (!isMasked) continue;
                valid.push_back(size.index(x, y, z) % 11 > 1);
                if (!valid.back()) values.back() = std::numeric_limits<float>::quiet_NaN();
            }
    return Volume(size, volume.spacing(), std::move(values), std::move(valid));
}

void expectTheSameGreys(const std::vector<BlockGreys>& ours, const std::vector<BlockGreys>& judged) {
    ASSERT_EQ(ours.size(), judged.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        EXPECT_EQ(ours[i].count, judged[i].count) << "block " << i;
        EXPECT_NEAR(ours[i].sum, judged[i].sum, 1e-4 * judged[i].count) << "block " << i;
        EXPECT_NEAR(ours[i].squares, judged[i].squares, 1e-4 * judged[i].count) << "block " << i;
    }
}

TEST_P(RegistrationSuite, TellsAndUndoesBrightnessAsTheCpuDoes) {
    for (const VolumeSize& size : {VolumeSize{40, 36, 28}, {61, 50, 1}, {9, 130, 8}})
        for (const bool isMasked : {false, true})
            for (const double presmooth : {1.0, 0.5}) {
                SCOPED_TRACE(testing::Message() << size.width << " x " << size.height << " x " << size.depth
                                                << (isMasked ? " masked" : "") << ", presmooth " << presmooth);
                const FlowPair pair = flowPair({.size = size, .wavelength = 10, .maxU = 1});
                const Volume moved = unevenlyLit(pair.moved, isMasked);
                const Volume fixed = isMasked ? pair.fixed.withMask({moved.valid().begin(), moved.valid().end()}) : pair.fixed;
                const LevelsSettings settings{.levels = 2, .presmooth = presmooth, .threads = 2, .isMatched = true};
                const auto ours = engine().levels(fixed, moved, settings),
                           judge = cpuSimdRegistration()->levels(fixed, moved, settings);
                const auto expectTheSamePhases = [](const PhaseMeans& answer, const PhaseMeans& judged) {
                    EXPECT_NEAR(answer.dark, judged.dark, 1e-4);
                    EXPECT_NEAR(answer.bright, judged.bright, 1e-4);
                };
                for (const std::size_t which : {std::size_t{0}, std::size_t{1}})
                    expectTheSamePhases(ours->phases()[which], judge->phases()[which]);
                const BlockGrid grid(size, 10);
                const std::array<double, 3> displacement{0.6, -0.3, size.depth > 1 ? 0.2 : 0};
                const auto drawn = [&](RegistrationLevels& levels) {
                    const auto level = levels.level(0, {.sigma = 4}, displacement);
                    level->evaluate(-1e9);
                    level->accept();
                    return levels.drawnGreys(*level, grid);
                };
                expectTheSameGreys(drawn(*ours), drawn(*judge));
                expectTheSameGreys(ours->movedGreys(grid), judge->movedGreys(grid));

                SlowBrightness slow{SlowField(size, {4, 4, size.depth > 1 ? 4 : 1}),
                                    SlowField(size, {4, 4, size.depth > 1 ? 4 : 1})};
                for (std::size_t term = 0; term < slow.offset.terms(); ++term) {
                    slow.logGain.coefficients[term] = 0.05 * std::cos(1 + static_cast<double>(term));
                    slow.offset.coefficients[term] = 0.03 * std::sin(2 + static_cast<double>(term));
                }
                for (int time = 0; time < 2; ++time) {
                    expectTheSamePhases(ours->undo(slow), judge->undo(slow));
                    expectTheSameGreys(ours->movedGreys(grid), judge->movedGreys(grid));
                    for (std::size_t level = 0; level < judge->count(); ++level) {
                        const auto mismatchIn = [&](const RegistrationLevels& levels) {
                            return levels.level(level, {.sigma = 4}, displacement)->evaluate(-1e9).mismatch;
                        };
                        const double judged = mismatchIn(*judge);
                        EXPECT_NEAR(mismatchIn(*ours), judged, (isHalf() ? 1e-2 : 1e-3) * judged) << "level " << level;
                    }
                }
            }
}

TEST_P(RegistrationSuite, DoesNotTakeBrightnessForMotion) {
    FlowPairSettings made;
    made.size = {48, 48, 48}, made.maxU = 2, made.seed = 2;
    FlowPair pair = flowPair(made, 2);
    const double alike = errorsOf(registered(pair, settled()), pair).mean();
    pair.moved = unevenlyLit(pair.moved);
    const Registration answer = registered(pair, settled()),
                       judged = registerVolumes(pair.fixed, pair.moved, settled(), *cpuSimdRegistration());
    EXPECT_NEAR(errorsOf(answer, pair).mean(), alike, 0.04);
    ASSERT_TRUE(answer.brightness);
    EXPECT_NEAR(answer.brightness->gain, judged.brightness->gain, 0.01);
    EXPECT_NEAR(answer.brightness->offset, judged.brightness->offset, 0.01);
    EXPECT_NEAR(answer.brightness->leastGain, judged.brightness->leastGain, 0.02);
    EXPECT_NEAR(answer.brightness->greatestGain, judged.brightness->greatestGain, 0.02);
    EXPECT_NEAR(answer.brightness->left, judged.brightness->left, 0.005);
    EXPECT_EQ(answer.remarks.size(), judged.remarks.size());
}

TEST_P(RegistrationSuite, FindsAKnownFlow) {
    FlowPairSettings made;
    made.size = {48, 48, 48}, made.maxU = 3, made.seed = 2;
    const FlowPair pair = flowPair(made, 2);
    RegistrationSettings settings = settled();
    settings.presmooth = 0, settings.presmoothBy = PresmoothBy::setting;
    const Registration answer = registered(pair, settings);
    EXPECT_LE(errorsOf(answer, pair).mean(), 0.06);
    EXPECT_LE(errorsOf(answer, pair).percentile(0.95), 0.13);
    EXPECT_GE(answer.jacobians.least, 0.5);
    EXPECT_FALSE(answer.mayBeOnePeriodOff());
    settings.sampling = Sampling::linear;
    EXPECT_LE(errorsOf(registered(pair, settings), pair).mean(), 0.09);
}

TEST_P(RegistrationSuite, FindsTheFlowOfAPlane) {
    FlowPairSettings made;
    made.size = {96, 80, 1}, made.wavelength = 16, made.seed = 2;
    const FlowPair pair = flowPair(made, 2);
    const Registration answer = registered(pair, settled(16));
    EXPECT_LE(errorsOf(answer, pair).mean(), 0.1);
    EXPECT_EQ(answer.u.along[2], std::vector<float>(made.size.voxels(), 0.0F));
}

TEST_P(RegistrationSuite, FindsADrift) {
    FlowPairSettings made;
    made.size = {48, 40, 44}, made.maxU = 0, made.drift = {7.3, -4.6, 2.25}, made.seed = 2;
    const FlowPair pair = flowPair(made, 2);
    const Registration answer = registered(pair, settled());
    for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(answer.drift[axis], made.drift[axis], 0.02);
    EXPECT_LE(errorsOf(answer, pair).mean(), 0.06);
}

TEST_P(RegistrationSuite, DoesNotMoveWhatOnlyNoiseMoves) {
    FlowPairSettings made;
    made.size = {40, 40, 40}, made.maxU = 0, made.noise = 0.1, made.seed = 2;
    const Registration answer = registered(flowPair(made, 2), settled());
    double squares = 0;
    for (const auto& component : answer.u.along)
        for (const float u : component)
            squares += static_cast<double>(u) * static_cast<double>(u);
    EXPECT_LE(std::sqrt(squares / static_cast<double>(made.size.voxels())), 0.1);
    EXPECT_LE(answer.jacobians.logSd, 0.015);
}

TEST_P(RegistrationSuite, SaysWhereNothingIsInCommon) {
    RegistrationPair pair = wavyPair({16, 16, 16});
    for (std::size_t i = 0; i < pair.size.voxels(); ++i)
        pair.fixedValid.push_back(i % 16 < 6), pair.movedValid.push_back(i % 16 > 10);
    const auto level = engine().plan(pair, {}, Flow(pair.size));
    EXPECT_THROW(level->evaluate(-1e9), InputError);
}

TEST_P(RegistrationSuite, AGpuSaysHowMuchMemoryATooLargeVolumeNeeds) {
    if (!isGpu()) return;
    RegistrationPair pair;
    pair.size = {8000, 8000, 8000};
    try {
        engine().plan(pair, {}, {});
        ADD_FAILURE() << "took 30 TB";
    } catch (const EngineError& error) {
        EXPECT_THAT(error.what(), HasSubstr("8000 × 8000 × 8000 voxels needs "));
    }
}

TEST(RegistrationEngines, AGpuIsThereWhereOneIsRequired) {
    const char* required = std::getenv("COARSEN_REQUIRE_GPU");
    const bool hasGpu = std::ranges::any_of(registrars(), [](const Registrar& engine) { return engine->description().isGpu; });
    EXPECT_TRUE(hasGpu || !required || std::string_view(required) == "0");
}

TEST(RegistrationEngines, AutoTakesAGpuAndSaysWhyANameCannotBeUsed) {
    Engines engines;
    engines.registration = cpuRegistrationEngines();
    engines.join(gpu::engines());
    const Registrar chosen = chooseRegistration(engines.registration, "auto");
    EXPECT_EQ(chosen->description().isGpu, registrars().size() > 1);
    EXPECT_EQ(chooseRegistration(engines.withoutGpus().registration, "auto")->description().name, "cpu-simd");
    EXPECT_THROW(chooseRegistration(engines.registration, "cpu-fft"), SettingError);
    EXPECT_EQ(chooseRegistration(gpu::engines().registration, "auto")->description().isGpu, chosen->description().isGpu);
    EngineRequest ofASeries;  // by names of correlation engines, of which registration has its own
    ofASeries.engines = engines;
    for (const auto& [name, isGpu] :
         {std::pair{"auto", chosen->description().isGpu}, {"gpu-fft", chosen->description().isGpu}, {"cpu-fft", false}}) {
        ofASeries.name = name;
        EXPECT_EQ(ofASeries.forRegistration()->description().isGpu, isGpu) << name;
    }
    if (chosen->description().isGpu) return;
    try {
        chooseRegistration(engines.registration, "gpu-direct");
        ADD_FAILURE() << "there is no GPU";
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), HasSubstr("cannot be used here"));
    }
}

}  // namespace
}  // namespace coarsen
