// SPDX-License-Identifier: GPL-3.0-or-later
// One suite for every engine of C3D that can be used here, against plain loops: 1e-10 of the energy on the CPU, 1e-5 on a GPU.
#include "core/analysis/engines.hpp"
#include "core/base/error.hpp"
#include "core/correlate/volume/engines.hpp"
#include "core/correlate/volume/volume_correlation.hpp"
#include "core/measure/volume_measurer.hpp"
#include "core/synth/bicontinuous.hpp"
#include "gpu/engines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string_view>
#include <utility>

namespace coarsen {
namespace {

using testing::HasSubstr;
using VolumeEngine = std::shared_ptr<const C3dEngine>;

C3dEngineList volumeEngines() {
    C3dEngineList engines = cpuC3dEngines();
    std::ranges::copy(gpu::engines().volumes, std::back_inserter(engines));
    std::erase_if(engines, [](const VolumeEngine& engine) { return !engine->description().unavailable.empty(); });
    return engines;
}

std::string nameOfVolumeEngine(const testing::TestParamInfo<VolumeEngine>& instance) {
    std::string name = instance.param->description().name;
    std::ranges::replace(name, '-', '_');
    return name;
}

Volume randomVoxels(const VolumeSize& size, bool isMasked, unsigned seed = 1, float scale = 1, float offset = 0) {
    std::mt19937 random(seed);
    std::vector<float> values(size.voxels());
    for (float& value : values)
        value = offset + scale * static_cast<float>(random() % 256);
    std::vector<std::uint8_t> valid;
    for (std::size_t i = 0; isMasked && i < size.voxels(); ++i)
        valid.push_back(random() % 4 > 0);
    for (std::size_t i = 0; isMasked && i < size.voxels(); ++i)
        if (!valid[i]) values[i] = std::numeric_limits<float>::quiet_NaN();  // what is masked is not read
    return {size, {}, std::move(values), std::move(valid)};
}

C3dLevel levelOfMean(const Volume& volume) {
    return levelOf(statisticsOf(volume), MeanMode::global);
}

class VolumeSuite : public testing::TestWithParam<VolumeEngine> {
protected:
    const C3dEngine& engine() const { return *GetParam(); }
    bool isGpu() const { return engine().description().isGpu; }
    double tolerance() const { return isGpu() ? 1e-5 : 1e-10; }

    static std::unique_ptr<C3dPlan> taken(const C3dEngine& engine, const Volume& volume, const LagReach& reach,
                                          const C3dLevel& level) {
        auto plan = engine.plan({volume.size(), reach, 2});
        plan->take(volume, level);
        return plan;
    }

    static void expectSums(const std::optional<VolumeLagSums>& sums, const VolumeLagSums& judged, double allowed) {
        ASSERT_TRUE(sums);
        ASSERT_EQ(sums->reach, judged.reach);
        ASSERT_EQ(sums->minZ, judged.minZ);
        ASSERT_EQ(sums->values.size(), judged.values.size());
        double worst = 0;
        for (std::size_t i = 0; i < judged.values.size(); ++i) {
            ASSERT_TRUE(std::isfinite(sums->values[i]));
            worst = std::max(worst, std::abs(sums->values[i] - judged.values[i]));
        }
        EXPECT_LE(worst, allowed);
    }

    void expectTheJudgesSums(const Volume& volume, const LagReach& reach, const VoxelBox& box, const C3dLevel& level) const {
        SCOPED_TRACE(testing::Message() << box.size.width << " x " << box.size.height << " x " << box.size.depth << ", reach "
                                        << reach.x << ' ' << reach.y << ' ' << reach.z);
        const auto plan = taken(engine(), volume, reach, level), judge = taken(*cpuDirectC3d(), volume, reach, level);
        using enum C3dField;
        const auto energy = [&](C3dField field) { return judge->ofItself(field, box, {0, 0, 0})->at(0, 0, 0); };
        const double centredEnergy = energy(centred), count = energy(valid), fourth = energy(squared);
        expectSums(plan->ofItself(centred, box, reach), *judge->ofItself(centred, box, reach), tolerance() * centredEnergy);
        expectSums(plan->ofItself(valid, box, reach), *judge->ofItself(valid, box, reach), 1e-10 * count);
        expectSums(plan->ofBoth(centred, valid, box, reach), *judge->ofBoth(centred, valid, box, reach),
                   tolerance() * std::sqrt(centredEnergy * count));
        expectSums(plan->ofBoth(squared, valid, box, reach), *judge->ofBoth(squared, valid, box, reach),
                   tolerance() * std::sqrt(fourth * count));
    }
};
INSTANTIATE_TEST_SUITE_P(All, VolumeSuite, testing::ValuesIn(volumeEngines()), nameOfVolumeEngine);

TEST_P(VolumeSuite, EqualsTheJudgeAt24CubedMaskedAndNot) {
    for (const bool isMasked : {false, true}) {
        const Volume volume = randomVoxels({24, 24, 24}, isMasked);
        expectTheJudgesSums(volume, {8, 8, 8}, wholeOf(volume.size()), levelOfMean(volume));
    }
}

TEST_P(VolumeSuite, EqualsTheJudgeAtOddThinAndLopsidedSizes) {
    const std::vector<std::pair<VolumeSize, LagReach>> cases{
        {{9, 12, 7}, {3, 5, 2}}, {{8, 8, 8}, {7, 7, 7}},   {{31, 4, 5}, {10, 1, 4}}, {{5, 6, 40}, {2, 3, 19}},
        {{1, 1, 30}, {0, 0, 9}}, {{67, 1, 3}, {33, 0, 1}}, {{2, 45, 2}, {1, 22, 1}}, {{17, 13, 11}, {1, 6, 3}}};
    for (const auto& [size, reach] : cases)
        for (const bool isMasked : {false, true}) {
            const Volume volume = randomVoxels(size, isMasked, 3);
            expectTheJudgesSums(volume, reach, wholeOf(size), levelOfMean(volume));
        }
}

TEST_P(VolumeSuite, ReadsABoxOfAVolume) {
    const Volume volume = randomVoxels({14, 11, 17}, true, 5);
    for (const VoxelBox& box : {VoxelBox{3, 2, 5, {7, 6, 8}}, VoxelBox{0, 5, 8, {7, 5, 8}}, VoxelBox{7, 5, 8, {7, 5, 8}}})
        expectTheJudgesSums(volume, {2, 3, 3}, box, levelOfMean(volume));
}

TEST_P(VolumeSuite, TakesValuesAsTheyAreWhereNoMeanIsTakenOff) {
    const Volume volume = randomVoxels({12, 10, 9}, true, 6);
    expectTheJudgesSums(volume, {4, 3, 3}, wholeOf(volume.size()), levelOf(statisticsOf(volume), MeanMode::none));
}

TEST_P(VolumeSuite, KeepsSmallContrastOnALargeMeanAndValuesOfAnyOrder) {
    for (const auto& [scale, offset] : {std::pair{1e-3F, 1000.0F}, {0x1p100F, 0.0F}, {0x1p-100F, 0.0F}, {0.0F, 7.0F}}) {
        const Volume volume = randomVoxels({20, 18, 16}, false, 7, scale, offset);
        const C3dLevel level = levelOfMean(volume);
        const auto box = wholeOf(volume.size());
        const LagReach reach{5, 5, 5};
        const VolumeLagSums judged = *taken(*cpuDirectC3d(), volume, reach, level)->ofItself(C3dField::centred, box, reach);
        expectSums(taken(engine(), volume, reach, level)->ofItself(C3dField::centred, box, reach), judged,
                   tolerance() * judged.at(0, 0, 0));
    }
}

TEST_P(VolumeSuite, GivesTheSameBytesAgainAndForVolumesInTurn) {
    const VolumeSize size{33, 21, 18};
    const LagReach reach{9, 7, 6};
    const Volume first = randomVoxels(size, false, 8), second = randomVoxels(size, true, 9);
    const auto plan = engine().plan({size, reach, 2});
    const auto sumsOf = [&](const Volume& volume) {
        plan->take(volume, levelOfMean(volume));
        return plan->ofItself(C3dField::centred, wholeOf(size), reach)->values;
    };
    const auto ofFirst = sumsOf(first), ofSecond = sumsOf(second);
    EXPECT_NE(ofFirst, ofSecond);
    EXPECT_EQ(sumsOf(first), ofFirst);
    EXPECT_EQ(sumsOf(second), ofSecond);
}

TEST_P(VolumeSuite, GivesC3dOfEveryMeanAndNorm) {
    for (const bool isMasked : {false, true}) {
        const Volume volume = randomVoxels({20, 19, 18}, isMasked, 10);
        const VolumeStatistics statistics = statisticsOf(volume);
        const C3dShape shape{volume.size(), {6, 5, 6}, 2};
        for (const MeanMode mean : {MeanMode::global, MeanMode::none, MeanMode::overlap})
            for (const NormMode norm : {NormMode::count, NormMode::energy, NormMode::local}) {
                const auto c3d = VolumeCorrelator(engine().plan(shape), mean, norm)(volume, statistics);
                const auto judged = VolumeCorrelator(cpuDirectC3d()->plan(shape), mean, norm)(volume, statistics);
                ASSERT_TRUE(c3d && judged);
                EXPECT_EQ(c3d->pairs->values, judged->pairs->values);
                double worst = 0;
                for (std::size_t i = 0; i < judged->value.values.size(); ++i) {
                    ASSERT_EQ(std::isnan(c3d->value.values[i]), std::isnan(judged->value.values[i]));
                    if (!std::isnan(judged->value.values[i]))
                        worst = std::max(worst, std::abs(c3d->value.values[i] - judged->value.values[i]));
                }
                EXPECT_LE(worst, tolerance()) << static_cast<int>(mean) << ' ' << static_cast<int>(norm);
                EXPECT_NEAR(c3d->value.at(0, 0, 0), 1, tolerance());
            }
    }
}

TEST_P(VolumeSuite, CountsAMaskThatChangesAnew) {
    const VolumeSize size{15, 14, 13};
    const LagReach reach{5, 4, 4};
    VolumeCorrelator correlator(engine().plan({size, reach, 2}), MeanMode::global, NormMode::count);
    for (const Volume& volume :
         {randomVoxels(size, true, 1), randomVoxels(size, true, 2), randomVoxels(size, false, 3), randomVoxels(size, true, 1)}) {
        const auto judge = taken(*cpuDirectC3d(), volume, reach, {});
        EXPECT_EQ(correlator(volume, statisticsOf(volume))->pairs->values,
                  judge->ofItself(C3dField::valid, wholeOf(size), reach)->values);
    }
}

TEST_P(VolumeSuite, AnswersNothingAfterAStopAndIsAsGoodAsNew) {
    const Volume volume = randomVoxels({20, 20, 20}, true);
    const LagReach reach{6, 6, 6};
    std::stop_source stop;
    stop.request_stop();
    const auto plan = engine().plan({volume.size(), reach, 2});
    const VoxelBox box = wholeOf(volume.size());
    plan->take(volume, levelOfMean(volume), stop.get_token());
    EXPECT_FALSE(plan->ofItself(C3dField::centred, box, reach, stop.get_token()));
    EXPECT_FALSE(plan->ofBoth(C3dField::centred, C3dField::valid, box, reach, stop.get_token()));

    plan->take(volume, levelOfMean(volume));
    const auto judge = taken(*cpuDirectC3d(), volume, reach, levelOfMean(volume));
    const VolumeLagSums judged = *judge->ofItself(C3dField::centred, box, reach);
    expectSums(plan->ofItself(C3dField::centred, box, reach), judged, tolerance() * judged.at(0, 0, 0));
}

TEST_P(VolumeSuite, RefusesAVolumeOfAnotherSize) {
    const auto plan = engine().plan({{12, 12, 12}, {4, 4, 4}, 1});
    EXPECT_THROW(plan->take(randomVoxels({12, 12, 13}, false), {}), EngineError);
}

TEST_P(VolumeSuite, AGpuSaysHowMuchMemoryATooLargeVolumeNeeds) {
    if (!isGpu()) return;  // the CPU's need is stated before (bytesToMeasure)
    try {
        engine().plan({{8000, 8000, 8000}, {2000, 2000, 2000}, 1});
        ADD_FAILURE() << "took 4 TB";
    } catch (const EngineError& error) {
        EXPECT_THAT(error.what(), HasSubstr("8000 × 8000 × 8000 voxels needs "));
        EXPECT_THAT(error.what(), HasSubstr(" GB are free"));
    }
}

BicontinuousSettings smallCube() {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = 48;
    settings.wavelengthFromPx = settings.wavelengthToPx = 8;
    settings.frames = 1;
    return settings;
}

class VolumeMeasurers : public VolumeSuite {};
INSTANTIATE_TEST_SUITE_P(All, VolumeMeasurers, testing::ValuesIn([] {
                             C3dEngineList engines = volumeEngines();
                             std::erase_if(engines, [](const VolumeEngine& engine) { return !engine->description().cost; });
                             return engines;  // the judge would take minutes
                         }()),
                         nameOfVolumeEngine);

TEST_P(VolumeMeasurers, FindTheSameLengthsAndErrors) {
    const Volume whole = bicontinuousVolume(smallCube(), 0).volume;
    std::vector<std::uint8_t> valid(whole.size().voxels(), 1);
    std::fill_n(valid.begin(), 48 * 48 * 5 + 700, std::uint8_t{0});
    for (const Volume& volume : {whole, whole.withMask(valid)}) {
        const auto judged = VolumeMeasurer({}, C3dRequest{{cpuFftC3d()}, "auto"}, 2)(volume, true);
        VolumeMeasurer measurer({}, C3dRequest{{GetParam()}, "auto"}, 2);
        const auto answer = measurer(volume, true);
        EXPECT_EQ(answer.engine, engine().description().name);
        EXPECT_EQ(measurer.trouble(), "");
        ASSERT_TRUE(judged.rMax.isFound() && answer.rMax.isFound());
        EXPECT_NEAR(answer.rMax.px, judged.rMax.px, 1e-5 * judged.rMax.px);
        EXPECT_NEAR(answer.rMax.errorPx, judged.rMax.errorPx, 1e-3 * judged.rMax.errorPx);
        for (const LengthEstimator& estimator : lengthEstimators()) {
            const LengthScale& length = std::as_const(judged.lengths)[estimator.key];
            if (!length.isFound()) continue;
            EXPECT_NEAR(std::as_const(answer.lengths)[estimator.key].px, length.px, 1e-4 * length.px) << estimator.key;
        }
        ASSERT_EQ(answer.profile.error.size(), judged.profile.error.size());
        for (std::size_t r = 0; r < judged.profile.error.size(); ++r)
            if (std::isfinite(judged.profile.error[r])) {
                EXPECT_NEAR(answer.profile.error[r], judged.profile.error[r], 1e-5);
            }
    }
}

TEST(VolumeEngines, AGpuIsThereWhereOneIsRequired) {
    const char* required = std::getenv("COARSEN_REQUIRE_GPU");
    const C3dEngineList engines = volumeEngines();
    const bool hasGpu = std::ranges::any_of(engines, [](const VolumeEngine& engine) { return engine->description().isGpu; });
    EXPECT_TRUE(hasGpu || !required || std::string_view(required) == "0");
}

TEST(VolumeEngines, AreChosenByTheSameSwitchAsImages) {
    EngineRequest request{.engines = Engines(cpuEngines(), cpuConvolutionEngines(), cpuC3dEngines()), .name = "cpu-fft"};
    request.engines.join(gpu::engines());
    const C3dShape shape{{64, 64, 64}, {21, 21, 21}, 1};
    EXPECT_EQ(chooseC3d(request.forVolumes(), shape).engine->description().name, "cpu-fft");
    request.name = "cpu-simd";
    EXPECT_THROW(requireC3dEngine(request.forVolumes()), SettingError);
    request.name = "auto";
    request.engines = request.engines.withoutGpus();
    EXPECT_EQ(chooseC3d(request.forVolumes(), shape).engine->description().name, "cpu-fft");
    EXPECT_EQ(chooseC3d(EngineRequest().forVolumes(), shape).engine->description().name, "cpu-fft");
}

/// A GPU in name, which fails after some answers.
class FailingPlan final : public C3dPlan {
public:
    FailingPlan(std::unique_ptr<C3dPlan> plan, int answers) : plan_(std::move(plan)), left_(answers) {}
    const C3dShape& shape() const noexcept override { return plan_->shape(); }
    void take(const Volume& volume, const C3dLevel& level, std::stop_token stop) override { plan_->take(volume, level, stop); }
    std::optional<VolumeLagSums> ofItself(C3dField a, const VoxelBox& box, const LagReach& reach, std::stop_token stop) override {
        if (left_-- == 0) throw EngineError("GPU", "it fell off the bus", "");
        return plan_->ofItself(a, box, reach, stop);
    }
    std::optional<VolumeLagSums> ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                        std::stop_token stop) override {
        return plan_->ofBoth(a, b, box, reach, stop);
    }

private:
    std::unique_ptr<C3dPlan> plan_;
    int left_;
};

class FailingEngine final : public C3dEngine {
public:
    explicit FailingEngine(int answers) : answers_(answers) {
        description_.name = "gpu-fft";
        description_.isGpu = true;
        description_.cost = [](const C3dShape&) { return 0.0; };
    }
    const C3dEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<C3dPlan> plan(const C3dShape& shape) const override {
        if (answers_ < 0) throw EngineError("GPU", "it has no room", "");
        return std::make_unique<FailingPlan>(cpuFftC3d()->plan(shape), answers_);
    }

private:
    C3dEngineDescription description_;
    int answers_;
};

TEST(VolumeEngines, TheCpuTakesOverFromAGpuThatFails) {
    const Volume volume = bicontinuousVolume(smallCube(), 0).volume;
    const auto judged = VolumeMeasurer({}, 2)(volume, true);
    for (const char* name : {"auto", "gpu-fft"})
        for (const int answers : {-1, 0, 1, 4}) {
            C3dRequest request;
            request.name = name;
            request.engines.push_back(std::make_shared<FailingEngine>(answers));
            VolumeMeasurer measurer({}, request, 2);
            const auto answer = measurer(volume, true);
            EXPECT_EQ(answer.engine, "cpu-fft");
            EXPECT_EQ(answer.map.value, judged.map.value);
            EXPECT_EQ(answer.rMax.errorPx, judged.rMax.errorPx);
            EXPECT_THAT(measurer.trouble(),
                        HasSubstr(answers < 0 ? "gpu-fft failed (GPU: it has no room" : "gpu-fft failed (GPU: it fell off"));
            EXPECT_EQ(measurer(volume, false).engine, "cpu-fft");
        }
}

TEST(VolumeEngines, AFailureOfTheLastOneIsTold) {
    VolumeMeasurer measurer({}, C3dRequest{{std::make_shared<FailingEngine>(0)}, "auto"}, 1);
    EXPECT_THROW(measurer(randomVoxels({12, 12, 12}, false), false), EngineError);
}

}  // namespace
}  // namespace coarsen
