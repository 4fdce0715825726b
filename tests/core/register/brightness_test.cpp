// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/brightness.hpp"

#include "tests/core/register/known_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
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

WarpedValues asItIs(const Volume& volume) {
    return {{volume.values().begin(), volume.values().end()}, std::vector<std::uint8_t>(volume.size().voxels(), 1)};
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

double rmsApart(const Volume& a, const Volume& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.values().size(); ++i)
        squares += std::pow(static_cast<double>(a.values()[i] - b.values()[i]), 2);
    return std::sqrt(squares / static_cast<double>(a.values().size()));
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

TEST(BlockBrightness, FindsAndUndoesWhatVariesSlowly) {
    const FlowPair pair = still();
    const Volume moved = ramped(pair.fixed);
    const PhaseMeans scale = phasesOf(pair.fixed);
    const auto found = blockBrightness(asItIs(pair.fixed), moved, scale, wavelength, 1);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->isSlow);
    EXPECT_GT(found->slow, 0.15);
    EXPECT_LT(found->left, 0.05);

    const Volume undone = withoutSlowPart(moved, *found, scale, 1);
    EXPECT_LT(rmsApart(undone, pair.fixed), 0.2 * rmsApart(moved, pair.fixed));
    const auto again = blockBrightness(asItIs(pair.fixed), undone, scale, wavelength, 1);
    ASSERT_TRUE(again);
    EXPECT_LT(again->slow, 0.1 * found->slow);
}

TEST(BlockBrightness, SeesNothingSlowWhereThereIsNone) {
    const FlowPair pair = still(), evolved = still(0.9);
    const auto same = blockBrightness(asItIs(pair.fixed), pair.fixed, phasesOf(pair.fixed), wavelength, 1);
    ASSERT_TRUE(same);
    EXPECT_FALSE(same->isSlow);
    EXPECT_LT(same->left, 1e-6);
    const auto changed = blockBrightness(asItIs(evolved.fixed), evolved.moved, phasesOf(evolved.fixed), wavelength, 1);
    ASSERT_TRUE(changed);
    EXPECT_FALSE(changed->isSlow) << "slow " << changed->slow << ", left " << changed->left << ": the structure's own change";
    EXPECT_GT(changed->left, 0.02);
}

TEST(BlockBrightness, OfNothingThatTellsIsNone) {
    const FlowPair pair = still();
    WarpedValues masked = asItIs(pair.fixed);
    std::fill(masked.valid.begin(), masked.valid.end(), std::uint8_t{0});
    EXPECT_FALSE(blockBrightness(masked, pair.moved, phasesOf(pair.fixed), wavelength, 1));
    WarpedValues flat = asItIs(pair.fixed);
    std::fill(flat.values.begin(), flat.values.end(), 0.5F);
    EXPECT_FALSE(blockBrightness(flat, pair.moved, phasesOf(pair.fixed), wavelength, 1));
}

TEST(Phases, AreBroughtToOthersAndSeenInSomeOfTheVoxels) {
    const FlowPair pair = still();
    std::vector<float> values(pair.fixed.values().begin(), pair.fixed.values().end());
    std::vector<std::uint8_t> valid(values.size(), 1);
    values[5] = std::numeric_limits<float>::quiet_NaN(), valid[5] = 0;
    for (float& value : values)
        value = 100 + 40 * value;
    const Volume moved(pair.fixed.size(), {}, std::move(values), std::move(valid));
    const PhaseMeans to = phasesOf(pair.fixed), from = phasesOf(moved);
    EXPECT_NEAR(from.bright - from.dark, 40 * (to.bright - to.dark), 0.01);
    const Volume brought = withPhases(moved, from, to, 1);
    EXPECT_NEAR(brought.values()[7], pair.fixed.values()[7], 1e-3);
    EXPECT_EQ(brought.values()[5], 0) << "a masked voxel may be anything";
    EXPECT_FALSE(brought.isValid(5, 0, 0));

    std::vector<float> many(std::size_t{128} * 128 * 192);  // of which every fourth would be enough
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i] = i % 2 == 0 ? 1.0F : 3.0F;  // every second column
    const PhaseMeans some = phasesOf(Volume({128, 128, 192}, {}, std::move(many)));
    EXPECT_DOUBLE_EQ(some.dark, 1);
    EXPECT_DOUBLE_EQ(some.bright, 3);
}

}  // namespace
}  // namespace coarsen
