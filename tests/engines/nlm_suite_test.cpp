// SPDX-License-Identifier: GPL-3.0-or-later
// One suite for every engine of non-local means that can be used here: lists against all pairs by plain differences in double,
// and rounds against the CPU's.
#include "core/analysis/engines.hpp"
#include "core/base/error.hpp"
#include "core/levelset/denoise.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "gpu/engines.hpp"
#include "gpu/levelset/search_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace coarsen {
namespace {

using testing::HasSubstr;
using NamedNlm = std::shared_ptr<const NlmEngine>;

NlmEngineList nlmEngines() {
    NlmEngineList engines = cpuNlmEngines();
    std::ranges::copy(gpu::engines().nlm, std::back_inserter(engines));
    std::erase_if(engines, [](const NamedNlm& engine) { return !engine->description().unavailable.empty(); });
    return engines;
}

std::string nameOfNlm(const testing::TestParamInfo<NamedNlm>& instance) {
    std::string name = instance.param->description().name;
    std::ranges::replace(name, '-', '_');
    return name;
}

const LevelSet& noisyBall() {
    static const LevelSet set = withNormalNoise(levelSetOf(ball(18, 18, 18, 11), {37, 37, 37}), 0.7, 0.8, 1);
    return set;
}

struct NoisyBand {
    LevelSet distance = noisyBall();
    std::vector<std::size_t> elements;

    explicit NoisyBand(std::size_t count) : elements(bandOf(distance, 2)) { elements.resize(std::min(elements.size(), count)); }
};

class NlmSuite : public testing::TestWithParam<NamedNlm> {
protected:
    const NlmEngine& engine() const { return *GetParam(); }
    bool isGpu() const { return engine().description().isGpu; }

    NeighbourLists found(const NlmTask& task, double placeFactor = 0) const {
        const auto search = engine().plan(task);
        EXPECT_TRUE(search->find(placeFactor, {}));
        return search->lists();
    }

    /// All rows of a GPU against the CPU, and some of any engine against all pairs.
    void expectNearest(const NlmTask& task, double placeFactor, const NeighbourLists& lists) const {
        const Patches patches = patchesAround(task.distance, task.elements, placeFactor, 2);
        const auto m = static_cast<std::size_t>(task.m);
        ASSERT_EQ(lists.number.size(), patches.count * m);
        const auto share = [](std::size_t equal, std::size_t of) { return static_cast<double>(equal) / static_cast<double>(of); };
        const NeighbourLists judged = isGpu() ? *nearestOfAll(patches, task.m, 2) : lists;
        std::size_t same = 0;
        for (std::size_t i = 0; i < judged.number.size(); ++i)
            same += lists.number[i] == judged.number[i];
        EXPECT_GE(share(same, judged.number.size()), 0.999);
        std::size_t equal = 0, rows = 0;
        for (std::size_t row = 0; row < patches.count; row += 73, ++rows) {
            std::vector<std::pair<double, std::uint32_t>> all;
            for (std::uint32_t other = 0; other < patches.count; ++other) {
                double square = 0;
                for (std::size_t k = 0; k < Patches::length; ++k) {
                    const double off = static_cast<double>(patches.row(row)[k]) - static_cast<double>(patches.row(other)[k]);
                    square += off * off;
                }
                if (other != row) all.emplace_back(square, other);
            }
            std::ranges::partial_sort(all, all.begin() + task.m);
            std::set<std::uint32_t> truth, listed(lists.of(row).begin(), lists.of(row).end());
            EXPECT_EQ(listed.size(), m) << "none twice, row " << row;
            EXPECT_TRUE(std::ranges::is_sorted(lists.squaresOf(row))) << "row " << row;
            const double c2 = std::max(all[m - 1].first / 2, 1e-30);
            for (std::size_t k = 0; k < m; ++k) {
                truth.insert(all[k].second);
                ASSERT_NEAR(std::exp(-static_cast<double>(lists.squaresOf(row)[k]) / c2), std::exp(-all[k].first / c2), 1e-4)
                    << "row " << row;
            }
            for (const std::uint32_t number : listed)
                equal += truth.contains(number);
        }
        EXPECT_GE(share(equal, rows * m), 0.999);
    }
};
INSTANTIATE_TEST_SUITE_P(All, NlmSuite, testing::ValuesIn(nlmEngines()), nameOfNlm);

TEST_P(NlmSuite, FindsTheNearestOfAll) {
    for (const std::size_t count : {1000u, 1111u, 4289u, 5000u}) {
        SCOPED_TRACE(count);
        const NoisyBand band(count);
        ASSERT_EQ(band.elements.size(), count);
        const NlmTask task{band.distance, band.elements, NlmCandidates::all, 0, 96, 2};
        expectNearest(task, 0, found(task));
    }
}

TEST_P(NlmSuite, FindsTheNearestByPlaceToo) {
    const NoisyBand band(5000);
    for (const double factor : {0.3, 40.0}) {  // 40: patches round to nothing beside places
        SCOPED_TRACE(factor);
        const NlmTask task{band.distance, band.elements, NlmCandidates::all, 0, 48, 2};
        expectNearest(task, factor, found(task, factor));
    }
}

TEST_P(NlmSuite, FindsFewAndMany) {
    const NoisyBand band(5000);
    for (const int m : isGpu() ? std::vector{1, 300, 1024} : std::vector{1, 300}) {
        SCOPED_TRACE(m);
        const NlmTask task{band.distance, band.elements, NlmCandidates::all, 0, m, 2};
        expectNearest(task, 0, found(task));
    }
}

TEST_P(NlmSuite, ListsAllOthersWhereSoManyAreAskedFor) {
    const NoisyBand band(200);
    const NlmTask task{band.distance, band.elements, NlmCandidates::all, 0, 199, 2};

    expectNearest(task, 0, found(task));
}

TEST_P(NlmSuite, TakesEqualOnesByNumber) {
    LevelSet flat;
    flat.size = {18, 18, 18};
    flat.phi.assign(flat.size.voxels(), 0.5F);
    for (const std::size_t count : {300u, 4500u}) {
        std::vector<std::size_t> elements(count);
        std::iota(elements.begin(), elements.end(), std::size_t{0});
        const NeighbourLists lists = found({flat, elements, NlmCandidates::all, 0, 24, 2});
        for (std::uint32_t row = 0; row < count; ++row)
            for (std::uint32_t k = 0; k < 24; ++k)
                ASSERT_EQ(lists.of(row)[k], k < row ? k : k + 1) << "of " << count << ", row " << row;
    }
}

TEST_P(NlmSuite, FindsTheNearestWithinARadius) {
    const NoisyBand band(2500);
    for (const double radius : {2.0, 6.5}) {  // 2: fewer than m are there
        const NlmTask task{band.distance, band.elements, NlmCandidates::radius, radius, 40, 2};
        const NeighbourLists lists = found(task);
        const Patches patches = patchesAround(band.distance, band.elements, 0, 2);
        const NeighbourLists judged = *nearestWithin(patches, band.distance, band.elements, radius, 40, 2);
        std::size_t equal = 0;
        for (std::size_t i = 0; i < judged.number.size(); ++i)
            equal += lists.number[i] == judged.number[i];
        EXPECT_GE(static_cast<double>(equal), 0.999 * static_cast<double>(judged.number.size()));
        for (std::size_t i = 0; i < judged.square.size(); ++i)
            if (std::isfinite(judged.square[i]) || std::isfinite(lists.square[i])) {
                ASSERT_NEAR(lists.square[i], judged.square[i], 1e-4 * (1 + judged.square[i]));
            }
    }
}

TEST_P(NlmSuite, CleansAsTheCpuDoes) {
    NlmSettings rows, paper, places, near;
    paper.sweeps = NlmSweeps::paper;
    places.c1 = 100;
    near.candidates = NlmCandidates::radius;
    near.radiusPx = 5;
    for (const NlmSettings& settings : isGpu() ? std::vector{rows, paper, places, near} : std::vector{rows}) {
        LevelSet own = noisyBall(), judged = own;
        const auto round = nonLocalMeansRound(own, settings, engine(), 2),
                   judge = nonLocalMeansRound(judged, settings, *cpuSimdNlm(), 2);
        ASSERT_TRUE(round && judge);
        EXPECT_GT(round->elements, 5000u);
        EXPECT_EQ(round->elements, judge->elements);
        EXPECT_NEAR(round->c2, judge->c2, 1e-5 * judge->c2);
        double worst = 0;
        for (std::size_t i = 0; i < own.phi.size(); ++i)
            worst = std::max(worst, std::abs(static_cast<double>(own.phi[i]) - static_cast<double>(judged.phi[i])));
        EXPECT_LE(worst, 0.01);
        EXPECT_GT(surfaceRmsOff(noisyBall(), own), 0.2) << "it did something";
    }
}

TEST_P(NlmSuite, CleansBandsOfAnySize) {
    for (const std::size_t count : {0u, 1u, 2u, 3u, 40u}) {
        LevelSet set = noisyBall();
        std::vector<std::size_t> elements = bandOf(set, 2);
        set.valid.assign(set.phi.size(), 0);
        for (std::size_t i = 0; i < count; ++i)
            set.valid[elements[i * 97]] = 1;
        const auto round = nonLocalMeansRound(set, {}, engine(), 2);
        ASSERT_TRUE(round);
        EXPECT_EQ(round->elements, count);
        EXPECT_EQ(round->m, count < 2 ? 0 : static_cast<int>(count) - 1);
        EXPECT_TRUE(std::ranges::all_of(set.phi, [](float value) { return std::isfinite(value); }));
    }
}

TEST_P(NlmSuite, LeavesWhatIsTheSameEverywhere) {
    LevelSet flat;
    flat.size = {12, 12, 12};
    flat.phi.assign(flat.size.voxels(), 0.5F);
    const std::vector<float> before = flat.phi;

    ASSERT_TRUE(nonLocalMeansRound(flat, {}, engine(), 2));
    EXPECT_EQ(flat.phi, before);
}

TEST_P(NlmSuite, GivesTheSameAgain) {
    LevelSet once = noisyBall(), again = once;
    ASSERT_TRUE(nonLocalMeansRound(once, {}, engine(), 2) && nonLocalMeansRound(again, {}, engine(), 2));
    EXPECT_EQ(once.phi, again.phi);
}

TEST_P(NlmSuite, StopsWhenAsked) {
    LevelSet set = noisyBall();
    const std::vector<float> before = set.phi;
    std::stop_source stop;
    stop.request_stop();

    EXPECT_FALSE(nonLocalMeansRound(set, {}, engine(), 2, stop.get_token()));
    EXPECT_EQ(set.phi, before);
}

TEST(NlmEngines, AGpuIsThereWhereOneIsRequired) {
    const char* required = std::getenv("COARSEN_REQUIRE_GPU");
    const NlmEngineList engines = nlmEngines();
    const bool hasGpu = std::ranges::any_of(engines, [](const NamedNlm& engine) { return engine->description().isGpu; });
    EXPECT_TRUE(hasGpu || !required || std::string_view(required) == "0");
}

TEST(NlmEngines, AreChosenByName) {
    EngineRequest request;
    request.engines.nlm = cpuNlmEngines();
    request.engines.join(gpu::engines());
    request.name = "cpu-simd";
    EXPECT_EQ(chooseNlm(request.forNlm())->description().name, "cpu-simd");
    EXPECT_THROW(chooseNlm({request.engines.nlm, "gpu-magic"}), SettingError);
    request.name = "auto";
    EXPECT_EQ(chooseNlm(request.forNlm())->description().isGpu, nlmEngines().size() > 1);
    request.engines = request.engines.withoutGpus();
    EXPECT_EQ(chooseNlm(request.forNlm())->description().name, "cpu-simd");
    EXPECT_EQ(chooseNlm({})->description().name, "cpu-simd");
}

/// A GPU in name that cannot do it.
class FailingNlm final : public NlmEngine {
public:
    FailingNlm() {
        description_.name = "gpu-direct";
        description_.isGpu = true;
        description_.mostForAll = 1000;
    }
    const NlmEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<NlmSearch> plan(const NlmTask&) const override { throw EngineError("GPU", "it fell off the bus", ""); }

private:
    NlmEngineDescription description_;
};

TEST(NlmEngines, TheCpuTakesOverFromAGpuThatFails) {
    for (const char* name : {"auto", "gpu-direct"}) {
        LevelSet set = levelSetOf(ball(9, 9, 9, 6), {19, 19, 19}), judged = set;
        const auto report = denoise(set, {}, {{std::make_shared<FailingNlm>()}, name}, 2);
        denoise(judged, {}, {}, 2);
        ASSERT_TRUE(report);
        EXPECT_EQ(report->engine, "cpu-simd");
        EXPECT_THAT(report->trouble, HasSubstr("gpu-direct failed (GPU: it fell off the bus"));
        EXPECT_EQ(set.phi, judged.phi);
    }
}

TEST(NlmSearchPlan, ComparesAllWithEnoughRoom) {
    for (const std::size_t elements : {std::size_t{4096}, std::size_t{17'500}, std::size_t{175'000}, std::size_t{1'000'000}})
        for (const int m : {1, 96, 1024}) {
            SCOPED_TRACE(testing::Message() << elements << " elements, m = " << m);
            const gpu::SearchPlan plan = gpu::searchPlan(elements, elements, m, 132);
            ASSERT_GE(plan.stages.size(), 2u);
            EXPECT_EQ(plan.stages.back().columns, elements);
            EXPECT_GE(plan.rowsAtOnce, 384u);
            if (elements > 4096) {  // whole turns of all multiprocessors
                const std::size_t each = plan.stages.back().tilesOfBlock,
                                  tiles = (elements + 127) / 128 * ((plan.rowsAtOnce + 383) / 384),
                                  blocks = (tiles + each - 1) / each;
                EXPECT_GT(static_cast<double>(blocks), 0.97 * static_cast<double>((blocks + 131) / 132 * 132));
            }
            for (std::size_t i = 0; i < plan.stages.size(); ++i) {
                const gpu::SearchStage& stage = plan.stages[i];
                EXPECT_GE(static_cast<std::size_t>(stage.segments) * stage.tilesOfBlock * 128, stage.columns);
                if (i == 0) continue;
                const gpu::SearchStage& before = plan.stages[i - 1];
                const double survivors =
                    static_cast<double>(before.rank) * static_cast<double>(stage.columns) / static_cast<double>(before.columns);
                EXPECT_GT(before.columns, static_cast<std::size_t>(before.rank));
                EXPECT_GT(stage.segments * 4 * stage.capacity, 1.2 * survivors);
                EXPECT_GT(4 * stage.capacity, survivors * static_cast<double>(std::min(stage.tilesOfBlock * 128, stage.columns)) /
                                                  static_cast<double>(stage.columns));
                EXPECT_GT(stage.room, 1.2 * survivors);
                EXPECT_GT(survivors, i + 1 == plan.stages.size() ? 1.1 * m : stage.rank);
            }
        }
    EXPECT_TRUE(gpu::searchPlan(1000, 1000, 96, 132).stages.empty());
}

}  // namespace
}  // namespace coarsen
