// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/level_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

namespace coarsen {
namespace {

constexpr int shadeWidth = 200, shadeHeight = 120;

template <typename T = std::uint8_t>
LevelSteps stepsOf(const std::function<double(int x, int y)>& greyAt) {
    std::vector<T> pixels;
    for (int y = 0; y < shadeHeight; ++y)
        for (int x = 0; x < shadeWidth; ++x)
            pixels.push_back(static_cast<T>(std::lround(greyAt(x, y))));
    Frame frame;
    frame.image = Image(shadeWidth, shadeHeight, std::move(pixels));
    return levelSteps(frame);
}

double cone(double x, double y) {
    return 100 - 0.2 * std::hypot(x - 150, y - 20);
}

TEST(LevelSteps, OfAShadeAreOneStepAndHardlyTurn) {
    const LevelSteps single = stepsOf(cone);
    const LevelSteps triple = stepsOf([](int x, int y) { return 3 * std::round(cone(x, y)); });
    const LevelSteps deep = stepsOf<std::uint16_t>([](int x, int y) { return 256 * std::round(cone(x, y)); });

    EXPECT_EQ(single.step, 1);
    EXPECT_GE(single.turnPx, shadeHeight / 2.0);
    EXPECT_EQ(triple.step, 3);
    EXPECT_EQ(deep.step, 256);
    EXPECT_EQ(deep.turnPx, single.turnPx);
}

TEST(LevelSteps, TurnWithAWave) {
    const auto wave = [](int x, int y) { return 100 + 5 * std::sin(2 * std::numbers::pi / 20 * (x + 0.2 * y)); };

    EXPECT_EQ(stepsOf(wave).step, 1);
    EXPECT_NEAR(stepsOf(wave).turnPx, 10, 0.3);  // twice a period, along rows
}

TEST(LevelSteps, AreNotThoseOfNoiseSteepShadesAndNumbersThatAreNotWhole) {
    EXPECT_EQ(stepsOf([](int x, int y) { return (x + y) % 2; }).turnPx, 0);
    EXPECT_EQ(stepsOf([](int x, int y) { return x * x / 300 + 0 * y; }).step, 1);
    EXPECT_EQ(stepsOf([](int x, int y) { return y / 3 + 0 * x; }).step, 1) << "rows of one grey";
    EXPECT_EQ(stepsOf<std::uint16_t>([](int x, int y) { return x * x + 0 * y; }).step, 0) << "differences of all sizes";
    EXPECT_EQ(stepsOf([](int, int) { return 7; }).step, 0);
    Frame frame;
    frame.image = Image(shadeWidth, shadeHeight, std::vector<float>(shadeWidth * shadeHeight));
    EXPECT_EQ(levelSteps(frame).turnPx, 0);
    EXPECT_EQ(levelSteps({}).turnPx, 0);
}

TEST(LevelSteps, AreContoursWhereThePictureDoesNotTurnWithinALengthAndAHalf) {
    EXPECT_TRUE(areContours({1, 16}, 10, 0.3));
    EXPECT_FALSE(areContours({1, 14}, 10, 0.3)) << "it turns";
    EXPECT_FALSE(areContours({1, 16}, 10, 1.1)) << "more contrast than a step";
    EXPECT_TRUE(areContours({3, 16}, 10, 1.1));
    EXPECT_FALSE(areContours({}, 10, 0)) << "no level steps";
}

}  // namespace
}  // namespace coarsen
