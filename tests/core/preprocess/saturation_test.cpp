// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/saturation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace coarsen {
namespace {

TEST(Saturation, CountsSamplesAtTheCamerasLimits) {
    Frame frame;
    frame.image = Image(4, 1, std::vector<std::uint16_t>{0, 4095, 4095, 100});
    frame.bitsPerSample = 12;

    const Saturation found = saturation(frame);

    EXPECT_DOUBLE_EQ(found.black, 0.25);
    EXPECT_DOUBLE_EQ(found.white, 0.5);
}

TEST(Saturation, IsOfThePixelsJudged) {
    Frame frame;
    frame.image = Image(5, 1, std::vector<std::uint8_t>{0, 255, 255, 100, 0});
    frame.mask = Mask(5, 1, {1, 1, 0, 1, 1});

    const Saturation found = saturation(frame);

    EXPECT_DOUBLE_EQ(found.black, 0.5);
    EXPECT_DOUBLE_EQ(found.white, 0.25);
}

TEST(Saturation, OfAFloatPictureIsUnknown) {
    Frame frame;
    frame.image = Image(2, 1, std::vector<float>{0, 1});

    EXPECT_TRUE(std::isnan(saturation(frame).sum()));
}

}  // namespace
}  // namespace coarsen
