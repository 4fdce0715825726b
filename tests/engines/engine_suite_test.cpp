// SPDX-License-Identifier: GPL-3.0-or-later
// One suite for every engine that can be used here, against the judge. Tolerances: science/limits.md, C2D.
#include "core/base/error.hpp"
#include "core/correlate/cpu_simd.hpp"
#include "core/correlate/engines.hpp"
#include "core/correlate/plane_statistics.hpp"
#include "gpu/engines.hpp"
#include "gpu/unavailable_engine.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <ostream>
#include <string_view>
#include <thread>

namespace coarsen {

std::ostream& operator<<(std::ostream& out, const PlanShape& shape) {
    constexpr const char* types[] = {"u8", "u16", "f32"};
    return out << shape.width << "x" << shape.height << " R" << shape.maxLag << " " << types[static_cast<int>(shape.type)] << ", "
               << shape.channels << " channels, " << (shape.isAutocorrelation ? "auto" : "cross") << ", " << shape.threads
               << " threads";
}

namespace {

using Engine = std::shared_ptr<const CorrelationEngine>;

EngineList enginesUnderTest() {
    EngineList engines = cpuEngines();
    std::ranges::copy(gpu::engines().correlation, std::back_inserter(engines));
    const SimdKernelList kernels = usableKernels();
    for (int i = 1; i < kernels.size; ++i)  // the first is what cpu-simd takes by itself
        engines.push_back(cpuSimdEngine(*kernels.kernels[i]));
    std::erase_if(engines, [](const Engine& engine) { return !engine->description().unavailable.empty(); });
    return engines;
}

std::string engineVariant(const CorrelationEngine& engine) {
    return engine.plan({.width = 8, .height = 8, .maxLag = 2, .type = PixelType::u8})->variant();
}

std::string nameOf(const testing::TestParamInfo<Engine>& instance) {
    std::string name = instance.param->description().name;
    if (name == "cpu-simd") name += "_" + engineVariant(*instance.param);
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

enum class Masked { no, yes };

Plane randomPlane(const PlanShape& shape, Masked masked, unsigned seed) {
    Plane plane{randomImage(shape.width, shape.height, shape.type, shape.channels, seed), Mask(), {}};
    if (masked == Masked::yes) plane.mask = randomMask(shape.width, shape.height, seed + 1);
    plane.means = planeStatistics(plane.image, plane.mask).means;
    return plane;
}

PlanePair randomPair(const PlanShape& shape, Masked masked, unsigned seed) {
    PlanePair pair{randomPlane(shape, masked, seed), {}};
    if (!shape.isAutocorrelation) pair.b = randomPlane(shape, masked, seed + 100);
    return pair;
}

double energyOf(const Plane& plane) {
    const PlaneStatistics statistics = planeStatistics(plane.image, plane.mask);
    return plane.means.empty() ? statistics.energy : statistics.energyAboutMeans;
}

void expectNear(const LagSums& answer, const LagSums& judged, const PlanePair& pair, double tolerance, const PlanShape& shape) {
    ASSERT_EQ(answer.maxLag, shape.maxLag);
    ASSERT_EQ(answer.minY, shape.isAutocorrelation ? 0 : -shape.maxLag);
    ASSERT_EQ(answer.values.size(), judged.values.size());
    const double energy = std::sqrt(energyOf(pair.a) * energyOf(shape.isAutocorrelation ? pair.a : pair.b));
    double worst = 0;
    for (std::size_t i = 0; i < judged.values.size(); ++i)
        worst = std::max(worst, std::abs(answer.values[i] - judged.values[i]));
    EXPECT_LE(worst, tolerance * energy) << shape;
}

PlanShape shapeOf(int width, int height, int maxLag, PixelType type, int channels = 1, bool isAutocorrelation = true,
                  int threads = 2) {
    return {.width = width,
            .height = height,
            .channels = channels,
            .maxLag = maxLag,
            .isAutocorrelation = isAutocorrelation,
            .type = type,
            .threads = threads};
}

class EngineSuite : public testing::TestWithParam<Engine> {
protected:
    const CorrelationEngine& engine() const { return *GetParam(); }
    double tolerance(PixelType type) const { return engine().description().isExactFor(type) ? 1e-10 : 1e-5; }

    void expectEqualsTheJudge(const PlanShape& shape, const std::vector<PlanePair>& batch) const {
        const std::vector<LagSums> judged = cpuDirectEngine()->plan(shape)->run(batch);
        const std::vector<LagSums> answers = engine().plan(shape)->run(batch);
        ASSERT_EQ(answers.size(), batch.size()) << shape;
        for (std::size_t i = 0; i < batch.size(); ++i)
            expectNear(answers[i], judged[i], batch[i], tolerance(shape.type), shape);
    }
};
INSTANTIATE_TEST_SUITE_P(All, EngineSuite, testing::ValuesIn(enginesUnderTest()), nameOf);

constexpr PixelType allTypes[] = {PixelType::u8, PixelType::u16, PixelType::f32};

TEST_P(EngineSuite, EqualsTheJudgeAtOddPrimeAndNarrowSizes) {
    struct Size {
        int width, height, maxLag;
    };
    for (const auto& [width, height, maxLag] :
         {Size{1, 1, 0}, Size{1, 41, 0}, Size{41, 1, 0}, Size{2, 2, 1}, Size{5, 3, 2}, Size{3, 50, 2}, Size{64, 32, 16},
          Size{67, 61, 30}, Size{33, 35, 17}, Size{2100, 9, 3}})
        for (const PixelType type : allTypes)
            for (const bool isAutocorrelation : {true, false})
                for (const Masked masked : {Masked::no, Masked::yes}) {
                    const PlanShape shape = shapeOf(width, height, maxLag, type, 1, isAutocorrelation);
                    expectEqualsTheJudge(shape, {randomPair(shape, masked, 7)});
                }
}

TEST_P(EngineSuite, EqualsTheJudgeUpToHalfTheImageAndBeyond) {
    for (const PixelType type : allTypes)
        for (const int maxLag : {38, 75}) {
            const PlanShape shape = shapeOf(141, 76, maxLag, type);
            expectEqualsTheJudge(shape, {randomPair(shape, Masked::no, 3)});
        }
}

TEST_P(EngineSuite, EqualsTheJudgeInWideRows) {
    for (const PixelType type : allTypes)
        for (const bool isAutocorrelation : {true, false}) {
            const PlanShape shape = shapeOf(1031, 11, 5, type, 1, isAutocorrelation);
            expectEqualsTheJudge(shape, {randomPair(shape, Masked::yes, 4), randomPair(shape, Masked::no, 5)});
        }
}

TEST_P(EngineSuite, EqualsTheJudgeAtEveryTransformLengthAlongAndAcross) {
    for (const int length : {200, 500, 700, 1000, 1250, 1500, 1780, 2040, 2300, 2550, 3000, 3500, 4085, 4300, 9000})
        for (const bool isWide : {true, false})
            for (const bool isAutocorrelation : {true, false}) {
                const PlanShape shape = shapeOf(isWide ? length : 13, isWide ? 13 : length, 5,
                                                isAutocorrelation ? PixelType::u8 : PixelType::f32, 1, isAutocorrelation);
                expectEqualsTheJudge(shape, {randomPair(shape, Masked::no, 9)});
            }
}

/// All but the judge, which takes minutes at large offsets, and the vectorised sums, which stand in for it there.
EngineList enginesBesideTheSums() {
    EngineList engines = enginesUnderTest();
    const std::string sums = engineVariant(*cpuSimdEngine());
    std::erase_if(engines, [&](const Engine& engine) {
        const std::string& name = engine->description().name;
        return name == "cpu-direct" || (name == "cpu-simd" && engineVariant(*engine) == sums);
    });
    return engines;
}

class EnginesBesideTheSums : public EngineSuite {};
INSTANTIATE_TEST_SUITE_P(All, EnginesBesideTheSums, testing::ValuesIn(enginesBesideTheSums()), nameOf);

TEST_P(EnginesBesideTheSums, EqualTheVectorisedSumsAtLargeOffsets) {
    for (const PixelType type : allTypes) {
        const PlanShape shape = shapeOf(450, 320, 270, type);
        const std::vector<PlanePair> pairs{randomPair(shape, Masked::no, 5)};
        const LagSums judged = cpuSimdEngine()->plan(shape)->run(pairs).front();
        expectNear(engine().plan(shape)->run(pairs).front(), judged, pairs.front(), tolerance(type), shape);
    }
}

TEST_P(EngineSuite, SumsOneToFourChannels) {
    for (int channels = 1; channels <= 4; ++channels)
        for (const PixelType type : allTypes)
            for (const bool isAutocorrelation : {true, false}) {
                const PlanShape shape = shapeOf(37, 29, 14, type, channels, isAutocorrelation);
                expectEqualsTheJudge(shape, {randomPair(shape, Masked::yes, 11)});
            }
}

TEST_P(EngineSuite, AnswersABatchInOrderAndAgainWithTheSamePlan) {
    for (const PixelType type : allTypes) {
        PlanShape shape = shapeOf(45, 38, 9, type);
        shape.batch = 3;
        std::vector<PlanePair> batch;
        for (unsigned i = 0; i < 5; ++i)
            batch.push_back(randomPair(shape, i % 2 ? Masked::yes : Masked::no, 20 + i));
        const auto plan = engine().plan(shape);
        const std::vector<LagSums> judged = cpuDirectEngine()->plan(shape)->run(batch);

        const std::vector<LagSums> first = plan->run(batch), second = plan->run(batch);

        ASSERT_EQ(first.size(), 5u);
        ASSERT_EQ(second.size(), 5u);
        for (std::size_t i = 0; i < 5; ++i) {
            expectNear(first[i], judged[i], batch[i], tolerance(type), shape);
            EXPECT_EQ(first[i].values, second[i].values);  // the same bytes every time
        }
    }
}

TEST_P(EngineSuite, RawWholeNumbersAreExactWhereTheEngineSaysSo) {  // else 2e-4: data that are not centred
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
        const double share = engine().description().isExactFor(type) ? 0 : 2e-4;
        const PlanShape shape = shapeOf(71, 40, 20, type);
        const std::size_t size = 71 * 40;
        PlanePair bright;  // every pixel at the top of its range: the largest sums there are
        bright.a.image = type == PixelType::u8 ? Image(71, 40, std::vector<std::uint8_t>(size, 255))
                                               : Image(71, 40, std::vector<std::uint16_t>(size, 65535));
        const double square = type == PixelType::u8 ? 255.0 * 255 : 65535.0 * 65535;

        const LagSums sums = engine().plan(shape)->run(std::span(&bright, 1)).front();

        for (int Y0 = 0; Y0 <= 20; ++Y0)
            for (int X0 = -20; X0 <= 20; ++X0)
                ASSERT_NEAR(sums.at(X0, Y0), (71 - std::abs(X0)) * (40 - Y0) * square,
                            share * static_cast<double>(size) * square);

        PlanePair raw = randomPair(shape, Masked::yes, 31);
        raw.a.means.clear();
        const LagSums judged = cpuDirectEngine()->plan(shape)->run(std::span(&raw, 1)).front();
        expectNear(engine().plan(shape)->run(std::span(&raw, 1)).front(), judged, raw, share, shape);
    }
}

TEST_P(EngineSuite, KeepsSmallContrastOnALargeMean) {  // science/defaults.md, pitfall 8
    for (const PixelType type : {PixelType::u16, PixelType::f32}) {
        const PlanShape shape = shapeOf(90, 70, 20, type);
        PlanePair pair = randomPair(shape, Masked::no, 41);
        if (type == PixelType::f32) {
            std::vector<float> pixels(90 * 70);
            for (std::size_t i = 0; i < pixels.size(); ++i)
                pixels[i] = 1000 + 0.03F * static_cast<float>(std::sin(0.37 * static_cast<double>(i % 90)));
            pair.a.image = Image(90, 70, std::move(pixels));
        } else {
            std::vector<std::uint16_t> pixels(90 * 70);
            for (std::size_t i = 0; i < pixels.size(); ++i)
                pixels[i] = static_cast<std::uint16_t>(60000 + (i * 7919 % 13));
            pair.a.image = Image(90, 70, std::move(pixels));
        }
        pair.a.means = planeStatistics(pair.a.image, pair.a.mask).means;
        expectEqualsTheJudge(shape, {pair});
    }
}

TEST_P(EngineSuite, GivesTheSameBytesOnOneThreadAndOnTwo) {
    for (const PixelType type : allTypes)
        for (const bool isAutocorrelation : {true, false}) {
            const PlanShape one = shapeOf(120, 83, 31, type, 1, isAutocorrelation, 1);
            PlanShape two = one;
            two.threads = 2;
            const PlanePair pair = randomPair(one, Masked::yes, 51);

            EXPECT_EQ(engine().plan(one)->run(std::span(&pair, 1)).front().values,
                      engine().plan(two)->run(std::span(&pair, 1)).front().values);
        }
}

TEST_P(EngineSuite, PlansOfTwoThreadsDoNotDisturbEachOther) {
    const PlanShape shape = shapeOf(96, 64, 20, PixelType::u8, 1, true, 1);
    const PlanePair pairs[] = {randomPair(shape, Masked::no, 61), randomPair(shape, Masked::yes, 62)};
    const LagSums alone[] = {engine().plan(shape)->run(std::span(&pairs[0], 1)).front(),
                             engine().plan(shape)->run(std::span(&pairs[1], 1)).front()};
    std::atomic<int> wrong = 0;
    {
        std::vector<std::jthread> threads;
        for (const int which : {0, 1})
            threads.emplace_back([&, which] {
                const auto plan = engine().plan(shape);
                for (int round = 0; round < 5; ++round)
                    if (plan->run(std::span(&pairs[which], 1)).front().values != alone[which].values) ++wrong;
            });
    }
    EXPECT_EQ(wrong, 0);
}

TEST_P(EngineSuite, AnswersNothingAfterAStop) {
    const PlanShape shape = shapeOf(50, 40, 10, PixelType::u8);
    const std::vector<PlanePair> batch{randomPair(shape, Masked::no, 1), randomPair(shape, Masked::no, 2)};
    std::stop_source stop;
    stop.request_stop();
    const auto plan = engine().plan(shape);

    EXPECT_TRUE(plan->run(batch, stop.get_token()).empty());
    EXPECT_EQ(plan->run(batch).size(), 2u);  // and is as good as new
}

TEST_P(EngineSuite, RefusesWhatItsPlanWasNotMadeFor) {
    const PlanShape shape = shapeOf(50, 40, 10, PixelType::u8);
    const auto plan = engine().plan(shape);
    const PlanePair narrower = randomPair(shapeOf(49, 40, 10, PixelType::u8), Masked::no, 1);
    const PlanePair deeper = randomPair(shapeOf(50, 40, 10, PixelType::u16), Masked::no, 1);

    EXPECT_THROW(plan->run(std::span(&narrower, 1)), EngineError);
    EXPECT_THROW(plan->run(std::span(&deeper, 1)), EngineError);
    EXPECT_THROW(engine().plan(shapeOf(50, 40, 40, PixelType::u8)), SettingError);
}

TEST(Engines, AGpuIsThereWhereOneIsRequired) {
    const char* required = std::getenv("COARSEN_REQUIRE_GPU");
    const EngineList engines = enginesUnderTest();
    const bool hasGpu = std::ranges::any_of(engines, [](const Engine& engine) { return engine->description().isGpu; });

    EXPECT_TRUE(hasGpu || !required || std::string_view(required) == "0");
}

TEST(Choose, TakesFftForLargeOffsetsAndSaysWhy) {
    const EngineChoice choice = choose(cpuEngines(), "auto", shapeOf(1500, 750, 250, PixelType::u8));

    EXPECT_EQ(choice.engine->description().name, "cpu-fft");
    EXPECT_NE(choice.reason.find("250 px"), std::string::npos) << choice.reason;
}

TEST(Choose, TakesThePlainSumsForSmallOffsets) {
    const auto nameAt = [](int maxLag, PixelType type) {
        return choose(cpuEngines(), "auto", shapeOf(1500, 750, maxLag, type)).engine->description().name;
    };

    EXPECT_EQ(nameAt(12, PixelType::u8), "cpu-simd");
    EXPECT_EQ(nameAt(13, PixelType::u8), "cpu-fft");
    EXPECT_EQ(nameAt(4, PixelType::f32), "cpu-simd");
    EXPECT_EQ(nameAt(5, PixelType::f32), "cpu-fft");
}

/// Known by what it states alone.
class StatedEngine final : public CorrelationEngine {
public:
    explicit StatedEngine(EngineDescription description) : description_(std::move(description)) {}
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape&) const override {
        throw EngineError(description_.name, "it is stated");
    }

private:
    EngineDescription description_;
};

TEST(Choose, TakesTheCheapestByWhatEachStates) {
    const auto stated = [](const std::string& name, std::optional<double> cost, Exactness exactness = Exactness::none,
                           const std::string& unavailable = "") -> Engine {
        EngineDescription description;
        description.name = name;
        description.exactness = exactness;
        description.unavailable = unavailable;
        if (cost) description.cost = [cost](const PlanShape&) { return *cost; };
        return std::make_shared<StatedEngine>(description);
    };
    const EngineList engines{stated("only by name", std::nullopt), stated("slow", 3, Exactness::always), stated("quick", 1),
                             stated("quicker", 0.5), stated("away", 0, Exactness::always, "it is at home")};
    const PlanShape shape = shapeOf(100, 80, 20, PixelType::u8);

    EXPECT_EQ(choose(engines, "auto", shape).engine->description().name, "quicker");
    EXPECT_EQ(choose(engines, "auto", shape, true).engine->description().name, "slow");
    EXPECT_EQ(choose(engines, "only by name", shape).engine->description().name, "only by name");
}

TEST(Choose, NamesWhatThereIsWhenANameIsUnknown) {
    try {
        choose(cpuEngines(), "cpu-magic", shapeOf(1500, 750, 250, PixelType::u8));
        FAIL();
    } catch (const SettingError& error) {
        EXPECT_NE(error.reason().find("cpu-magic"), std::string::npos);
        EXPECT_NE(error.remedy().find("cpu-fft"), std::string::npos);
    }
}

TEST(Choose, ExactTakesAnExactEngineOrRefuses) {
    EXPECT_TRUE(choose(cpuEngines(), "auto", shapeOf(1500, 750, 250, PixelType::u16), true)
                    .engine->description()
                    .isExactFor(PixelType::u16));
    EXPECT_THROW(choose(cpuEngines(), "auto", shapeOf(1500, 750, 250, PixelType::f32), true), SettingError);
    EXPECT_THROW(choose(cpuEngines(), "cpu-fft", shapeOf(1500, 750, 250, PixelType::u8), true), SettingError);
}

TEST(Choose, SaysWhyANamedEngineCannotBeUsed) {
    EngineList engines = cpuEngines();
    engines.push_back(gpu::unavailableEngines("", "its fan stands still").correlation.back());
    try {
        choose(engines, "gpu-fft", shapeOf(100, 100, 20, PixelType::u8));
        FAIL();
    } catch (const SettingError& error) {
        EXPECT_EQ(error.reason(), "gpu-fft cannot be used here: its fan stands still");
    }
}

}  // namespace
}  // namespace coarsen
