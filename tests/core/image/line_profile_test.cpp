// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/line_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

/// Its value at a pixel's middle is 3 x + 5 y of that pixel's column and row.
Image ramp(int width, int height) {
    std::vector<std::uint16_t> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(static_cast<std::uint16_t>(3 * x + 5 * y));
    return {width, height, std::move(pixels)};
}

TEST(LineProfile, OfARampIsTheRampBetweenThePixelsToo) {
    const PixelLine line{2.25, 1.5, 30.75, 17.125};

    const LineProfile profile = lineProfile(ramp(40, 20), line);

    ASSERT_EQ(profile.value.size(), static_cast<std::size_t>(std::ceil(line.lengthPx())) + 1);
    for (std::size_t i = 0; i < profile.value.size(); ++i)
        EXPECT_NEAR(profile.value[i], 3 * (profile.x[i] - 0.5) + 5 * (profile.y[i] - 0.5), 1e-9);
    EXPECT_EQ(profile.x.front(), line.x1);
    EXPECT_EQ(profile.y.back(), line.y2);
}

TEST(LineProfile, HasAPlaceAtLeastEveryPixel) {
    const LineProfile profile = lineProfile(ramp(40, 20), {0, 0, 33.4, 17.9});

    for (std::size_t i = 1; i < profile.x.size(); ++i)
        EXPECT_LE(std::hypot(profile.x[i] - profile.x[i - 1], profile.y[i] - profile.y[i - 1]), 1 + 1e-12);
}

TEST(LineProfile, HasTheRimsValueUpToTheEdgeAndNoneBeyond) {
    const LineProfile profile = lineProfile(ramp(10, 10), {-2, 0.5, 12, 0.5});

    for (std::size_t i = 0; i < profile.value.size(); ++i) {
        const double x = profile.x[i];
        if (x < 0 || x > 10)
            EXPECT_TRUE(std::isnan(profile.value[i])) << x;
        else
            EXPECT_NEAR(profile.value[i], 3 * std::clamp(x - 0.5, 0.0, 9.0), 1e-9) << x;
    }
}

TEST(LineProfile, OfACroppedImageIsThatOfTheWholeOne) {
    const Image whole = ramp(40, 20);
    std::vector<std::uint16_t> part;
    for (int y = 4; y < 14; ++y)
        for (int x = 10; x < 30; ++x)
            part.push_back(static_cast<std::uint16_t>(whole.at(x, y)));
    const PixelLine line{11, 5, 28, 13};

    const LineProfile cropped = lineProfile(Image(20, 10, std::move(part)), line, 10, 4);

    EXPECT_EQ(cropped.value, lineProfile(whole, line).value);
}

TEST(LineProfile, OfAColourImageIsTheMeanOfItsColours) {
    const Image colours(2, 1, std::vector<std::uint8_t>{10, 20, 30, 60, 50, 100, 255, 255}, 4);

    const LineProfile profile = lineProfile(colours, {0.5, 0.5, 1.5, 0.5}, 0, 0, 3);

    EXPECT_EQ(profile.value, (std::vector<double>{30, 60}));
}

TEST(LineProfile, OfAPointIsItsValueAtBothEnds) {
    const LineProfile profile = lineProfile(ramp(10, 10), {4.5, 2.5, 4.5, 2.5});

    EXPECT_EQ(profile.value, (std::vector<double>{22, 22}));
}

}  // namespace
}  // namespace coarsen
