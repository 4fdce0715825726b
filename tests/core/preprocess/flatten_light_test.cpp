// SPDX-License-Identifier: GPL-3.0-or-later
// Light that cannot be divided by: none at all, or as much below zero as above.
#include "core/base/error.hpp"
#include "core/preprocess/flatten.hpp"

#include <gtest/gtest.h>

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

TEST(Flatten, RefusesToDivideByAMeanOfZero) {
    for (const FlattenMethod method : {FlattenMethod::polynomial, FlattenMethod::blur}) {
        for (const double mean : {0.0, -3.0}) {
            try {
                Flatten{.method = method}(waves(mean));
                ADD_FAILURE() << mean;
            } catch (const InputError& error) {
                EXPECT_EQ(error.subject(), "flatten");
                EXPECT_NE(error.remedy().find("switch"), std::string::npos);
            }
        }
    }
}

TEST(Flatten, DividesADarkFrameWhoseMeanIsAboveZero) {
    const Frame flat = Flatten{}(waves(0.5));

    EXPECT_NEAR(validMean(flat), 0.5, 0.02);
}

}  // namespace
}  // namespace coarsen
