// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/grey_noise.hpp"

#include "core/synth/random_numbers.hpp"
#include "tests/core/register/known_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using namespace coarsen::test;

Volume structure(double noise, const VolumeSize& size = {48, 48, 48}) {
    FlowPairSettings made = knownFlow();
    made.size = size, made.maxU = 0, made.noise = noise;
    return flowPair(made, 1).fixed;
}

TEST(GreyNoise, IsWhatWasAdded) {
    for (const double noise : {0.02, 0.1, 0.3})
        EXPECT_NEAR(greyNoise(structure(noise), 1), noise, 0.12 * noise);
    EXPECT_NEAR(greyNoise(structure(0.1, {200, 180, 1}), 1), 0.1, 0.01);
    EXPECT_NEAR(greyNoise(structure(0.1, {160, 150, 70}), 2), 0.1, 0.005) << "of which not all rows are looked at";
}

TEST(GreyNoise, IsNoneOfStructureWithSmoothEdges) {
    EXPECT_LT(greyNoise(structure(0), 1), 0.005);
    EXPECT_LT(greyNoise(structure(0, {200, 180, 1}), 1), 0.01);
}

TEST(GreyNoise, HasEdgesOfOneVoxelInIt) {
    const Volume smooth = structure(0);
    std::vector<float> two;
    for (const float value : smooth.values())
        two.push_back(value > 0.5F ? 1 : 0);
    EXPECT_GT(greyNoise(Volume(smooth.size(), {}, std::move(two)), 1), 0.08);
}

TEST(GreyNoise, LeavesOutWhatIsMasked) {
    const Volume clean = structure(0);
    std::vector<float> values(clean.values().begin(), clean.values().end());
    std::vector<std::uint8_t> valid(values.size(), 1);
    RandomNumbers random(4, 1);
    for (std::size_t i = 0; i < values.size() / 2; ++i) {
        values[i] = i % 7 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(100 * random.normal());
        valid[i] = 0;
    }
    EXPECT_LT(greyNoise(Volume(clean.size(), {}, std::move(values), std::move(valid)), 1), 0.005);
}

TEST(GreyNoise, IsNotKnownOfTooLittle) {
    EXPECT_TRUE(std::isnan(greyNoise(Volume({20, 20, 20}, {}, std::vector<float>(8000, 3)), 1)));
    EXPECT_TRUE(std::isnan(greyNoise(structure(0.1, {8, 8, 8}), 1)));
    EXPECT_TRUE(std::isnan(greyNoise(structure(0.1, {64, 64, 2}), 1)));
}

TEST(GreyNoise, DecidesHowMuchIsSmoothedBefore) {
    EXPECT_EQ(choiceFor(0.01).presmooth, 0);
    EXPECT_EQ(choiceFor(0.05).presmooth, 0.5);
    EXPECT_EQ(choiceFor(0.2).presmooth, 0.7);
}

}  // namespace
}  // namespace coarsen
