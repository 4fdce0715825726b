// SPDX-License-Identifier: GPL-3.0-or-later
// Light that cannot be divided by: none at all, or as much below zero as above.
#include "core/base/error.hpp"
#include "core/preprocess/flatten.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

Frame waves(double mean) {
    std::vector<float> pixels;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 90; ++x)
            pixels.push_back(static_cast<float>(mean + std::sin(0.5 * x) * std::cos(0.4 * y)));
    Frame frame;
    frame.image = Image(90, 60, std::move(pixels));
    return frame;
}

class FlattenMethods : public testing::TestWithParam<FlattenMethod> {};

TEST_P(FlattenMethods, LeaveABlackFrameBlack) {  // a lamp that was off: nothing to correlate, but no undefined pixels either
    Frame frame;
    frame.image = Image(40, 30, std::vector<std::uint8_t>(40 * 30, 0));

    const Frame flat = Flatten{.method = GetParam()}(frame);

    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x)
            ASSERT_EQ(flat.image.at(x, y), 0);
}

INSTANTIATE_TEST_SUITE_P(All, FlattenMethods,
                         testing::Values(FlattenMethod::polynomial, FlattenMethod::blur, FlattenMethod::overlay));

/// `waves(mean)` with a bowl of light added whose mean is 0.
Frame inALight(double mean) {
    Frame frame = waves(mean);
    std::vector<float> pixels(frame.image.plane<float>().begin(), frame.image.plane<float>().end());
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 90; ++x)
            pixels[static_cast<std::size_t>(90 * y + x)] += static_cast<float>(2e-3 * (x - 45) * (x - 45) + 0.02 * y - 1.94);
    frame.image = Image(90, 60, std::move(pixels));
    return frame;
}

TEST(Flatten, SubtractsTheLightWhereBlackIsNotZero) {  // signed numbers: their zero is somewhere in the picture, or above it
    for (const FlattenMethod method : {FlattenMethod::polynomial, FlattenMethod::blur})
        for (const double mean : {0.0, -3.0, -30000.0}) {
            const Frame flat = Flatten{.method = method, .sigmaPx = 9}(inALight(mean));

            EXPECT_TRUE(flat.isLightSubtracted) << mean;
            double largest = 0, level = validMean(flat);
            for (const float pixel : flat.image.plane<float>())
                largest = std::max(largest, std::abs(static_cast<double>(pixel) - level));
            EXPECT_NEAR(level, validMean(inALight(mean)), 0.05 + 1e-6 * std::abs(mean));
            EXPECT_NEAR(largest, 1, method == FlattenMethod::polynomial ? 0.2 : 1) << mean;  // with the light it is 4
        }
    EXPECT_FALSE(Flatten{}(inALight(3)).isLightSubtracted);
}

TEST(Flatten, RefusesToOverlayWhereBlackIsNotZero) {
    try {
        Flatten{.method = FlattenMethod::overlay}(waves(-3));
        FAIL() << "blended with a picture that has no black";
    } catch (const InputError& error) {
        EXPECT_EQ(error.subject(), "flatten");
        EXPECT_NE(error.remedy().find("flatten.method"), std::string::npos);
    }
}

TEST(Flatten, KeepsTheMeanOfADarkFrame) {
    const Frame flat = Flatten{}(waves(0.5));

    EXPECT_NEAR(validMean(flat), 0.5, 0.02);
}

}  // namespace
}  // namespace coarsen
