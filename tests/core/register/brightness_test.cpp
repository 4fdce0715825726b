// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/brightness.hpp"

#include "core/register/engines.hpp"
#include "core/register/grey_scale.hpp"
#include "tests/core/register/known_pair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using namespace coarsen::test;

constexpr double wavelength = 14;

FlowPair still(double kept = 1) {
    FlowPairSettings made = knownFlow();
    made.maxU = 0, made.kept = kept;
    return flowPair(made, 1);
}

/// Greys of blocks a wavelength wide, the phases of `of` being 0 and 1.
std::vector<BlockGreys> greysOf(const Volume& volume, const Volume& of, std::uint8_t valid = 1) {
    const PhaseMeans means = phaseMeans(of.values(), of.valid());
    std::vector<float> values;
    for (const float grey : volume.values())
        values.push_back(static_cast<float>((static_cast<double>(grey) - means.dark) / (means.bright - means.dark)));
    return blockGreys(BlockGrid(volume.size(), wavelength), values, std::vector<std::uint8_t>(values.size(), valid), 1);
}

std::optional<BlockBrightness> differenceOf(const Volume& fixed, const Volume& moved) {
    return blockBrightness(BlockGrid(fixed.size(), wavelength), greysOf(fixed, fixed), greysOf(moved, fixed));
}

double alongX(const Volume& volume, std::size_t i) {
    const auto width = static_cast<std::size_t>(volume.size().width);
    return 2 * static_cast<double>(i % width) / static_cast<double>(width - 1) - 1;
}

/// Gain from 0.6 to 1.4 and an offset from -0.3 to 0.3 along x.
Volume ramped(const Volume& volume) {
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = alongX(volume, i);
        values[i] = static_cast<float>((1 + 0.4 * x) * static_cast<double>(values[i]) + 0.3 * x);
    }
    return Volume(volume.size(), volume.spacing(), std::move(values));
}

TEST(SlowField, IsOfAsHighADegreeAsThePlacesBear) {
    const VolumeSize size{64, 64, 64};
    EXPECT_EQ(SlowField(size, {4, 4, 4}).terms(), 20u);
    EXPECT_EQ(SlowField(size, {3, 3, 3}).terms(), 10u);
    EXPECT_EQ(SlowField(size, {2, 2, 2}).terms(), 4u);
    EXPECT_EQ(SlowField({64, 64, 1}, {5, 5, 1}).terms(), 10u);
    EXPECT_EQ(SlowField(size, {1, 1, 1}).terms(), 1u);
    EXPECT_EQ(SlowField(size, {1, 1, 9}).terms(), 4u);
}

TEST(SlowField, IsTheSameByItsTermsAndAlongARow) {
    SlowField field({30, 20, 10}, {4, 4, 4});
    for (std::size_t term = 0; term < field.terms(); ++term)
        field.coefficients[term] = 1 + 0.1 * static_cast<double>(term);
    const std::vector<double> basis = field.basisAt({7, 11, 3});
    const double sum = std::inner_product(basis.begin(), basis.end(), field.coefficients.begin(), 0.0);
    EXPECT_NEAR(field.at({7, 11, 3}), sum, 1e-12);
    EXPECT_NE(field.at({7, 11, 3}), field.at({8, 11, 3}));
}

TEST(SlowField, ListsItsCoefficientsByTheirPowers) {
    SlowField field({30, 20, 10}, {4, 4, 4});
    for (std::size_t term = 0; term < field.terms(); ++term)
        field.coefficients[term] = 1 + 0.1 * static_cast<double>(term);
    const auto all = field.byPowers();
    const double x = 2 * 7.0 / 29 - 1, y = 2 * 11.0 / 19 - 1, z = 2 * 3.0 / 9 - 1;
    double sum = 0;
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < 4; ++j)
            for (int i = 0; i < 4; ++i)
                sum += all[static_cast<std::size_t>(i + 4 * (j + 4 * k))] * std::pow(x, i) * std::pow(y, j) * std::pow(z, k);
    EXPECT_NEAR(field.at({7, 11, 3}), sum, 1e-12);
}

TEST(BlockGrid, PartsTheVolumeEvenlyInAtMost16Blocks) {
    const BlockGrid grid({64, 30, 5}, 14);
    EXPECT_EQ(grid.parts[0], (std::vector<int>{0, 16, 32, 48, 64}));
    EXPECT_EQ(grid.parts[1], (std::vector<int>{0, 15, 30}));
    EXPECT_EQ(grid.parts[2], (std::vector<int>{0, 5}));
    EXPECT_EQ(grid.middle(5), (std::array<double, 3>{23.5, 22, 2}));
    EXPECT_EQ(BlockGrid({640, 8, 8}, 8).along(0), 16u);
}

TEST(BlockGreys, AreThoseOfEachBlocksOwnVoxelsThatCount) {
    const BlockGrid grid({4, 2, 2}, 2);
    std::vector<float> values(16);
    std::iota(values.begin(), values.end(), 0.0F);
    std::vector<std::uint8_t> counts(16, 1);
    counts[3] = 0;
    const std::vector<BlockGreys> blocks = blockGreys(grid, values, counts, 1);
    ASSERT_EQ(blocks.size(), 2u);
    EXPECT_EQ(blocks[0].sum, 0 + 1 + 4 + 5 + 8 + 9 + 12 + 13);
    EXPECT_EQ(blocks[1].count, 7);
    EXPECT_EQ(blocks[1].sum, 2 + 6 + 7 + 10 + 11 + 14 + 15);
    EXPECT_EQ(blocks[1].squares, 4 + 36 + 49 + 100 + 121 + 196 + 225);
}

TEST(BlockBrightness, FindsWhatVariesSlowly) {
    const FlowPair pair = still();
    const auto found = differenceOf(pair.fixed, ramped(pair.fixed));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->isSlow);
    EXPECT_GT(found->slow, 0.15);
    EXPECT_LT(found->left, 0.05);
    EXPECT_EQ(found->slowGain.size(), greysOf(pair.fixed, pair.fixed).size());
}

TEST(BlockBrightness, SeesNothingSlowWhereThereIsNone) {
    const FlowPair pair = still(), evolved = still(0.9);
    const auto same = differenceOf(pair.fixed, pair.fixed);
    ASSERT_TRUE(same);
    EXPECT_FALSE(same->isSlow);
    EXPECT_LT(same->left, 1e-6);
    const auto changed = differenceOf(evolved.fixed, evolved.moved);
    ASSERT_TRUE(changed);
    EXPECT_FALSE(changed->isSlow) << "slow " << changed->slow << ", left " << changed->left << ": the structure's own change";
    EXPECT_GT(changed->left, 0.02);
}

TEST(BlockBrightness, OfNothingThatTellsIsNone) {
    const FlowPair pair = still();
    const BlockGrid grid(pair.fixed.size(), wavelength);
    const std::vector<BlockGreys> moved = greysOf(pair.moved, pair.fixed), masked = greysOf(pair.fixed, pair.fixed, 0);
    EXPECT_FALSE(blockBrightness(grid, masked, moved));
    const std::vector<float> half(pair.fixed.size().voxels(), 0.5F);
    const std::vector<std::uint8_t> all(half.size(), 1);
    EXPECT_FALSE(blockBrightness(grid, blockGreys(grid, half, all, 1), moved));
}

TEST(BlockBrightness, IsFoundOfBlocksThatCannotTellAllTermsApart) {
    const FlowPair pair = still();
    const BlockGrid grid(pair.fixed.size(), wavelength);
    std::vector<BlockGreys> fixed = greysOf(pair.fixed, pair.fixed);
    const std::vector<BlockGreys> moved = greysOf(ramped(pair.fixed), pair.fixed);
    for (std::size_t i = 0; i < fixed.size(); ++i)
        if (grid.place(i)[2] >= (grid.along(2) + 1) / 2) fixed[i] = {};  // as if masked
    const auto found = blockBrightness(grid, fixed, moved);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->isSlow);
    EXPECT_LT(found->left, 0.06);
    EXPECT_LT(std::ranges::max(found->slowGain), 4) << "where no block tells, too";
}

TEST(RegistrationLevels, AreScaledByThePhasesOfEachWhereTheyAreMatched) {
    const FlowPair pair = still();
    std::vector<float> values(pair.fixed.values().begin(), pair.fixed.values().end());
    for (float& value : values)
        value = 100 + 40 * value;
    std::vector<std::uint8_t> valid(values.size(), 1);
    values[5] = std::numeric_limits<float>::quiet_NaN(), valid[5] = 0;
    const Volume moved(pair.fixed.size(), {}, std::move(values), std::move(valid));
    const auto engine = cpuSimdRegistration();
    const auto matched = engine->levels(pair.fixed, moved, {.levels = 1, .isMatched = true}),
               same = engine->levels(pair.fixed, moved, {.levels = 1});
    const auto [to, from] = matched->phases();
    EXPECT_NEAR(from.bright - from.dark, 40 * (to.bright - to.dark), 0.05);
    EXPECT_LT(matched->mismatch({}, {}), 1e-6);
    EXPECT_GT(same->mismatch({}, {}), 100);
}

}  // namespace
}  // namespace coarsen
