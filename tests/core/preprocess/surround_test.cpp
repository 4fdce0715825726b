// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/surround.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

/// Waves of 12 px, dark from `width` on.
Frame wavesUpTo(int width) {
    std::vector<float> pixels;
    for (int y = 0; y < 120; ++y)
        for (int x = 0; x < 160; ++x)
            pixels.push_back(x < width ? static_cast<float>(100 + 30 * std::sin(x / 1.9) * std::sin(y / 1.9)) : 5);
    Frame frame;
    frame.image = Image(160, 120, std::move(pixels));
    return frame;
}

TEST(Surround, MasksNothingUnlessAsked) {
    const Frame frame = wavesUpTo(100);

    EXPECT_FALSE(Surround{}.isActing());
    EXPECT_TRUE(Surround{}(frame, {}).mask.isAllValid());
    EXPECT_TRUE(Surround{}(frame, {}).image.sharesPixelsWith(frame.image));
}

TEST(Surround, MasksWhatShowsNoPatternUpToTheEdgeOfThePattern) {
    const Frame masked = Surround{.circlePx = 20}(wavesUpTo(100), {});

    for (int y = 0; y < 120; ++y) {
        for (int x = 0; x < 88; ++x)
            EXPECT_TRUE(masked.mask.isValid(x, y)) << x << ',' << y;
        for (int x = 100; x < 160; ++x)
            EXPECT_FALSE(masked.mask.isValid(x, y)) << x << ',' << y;
    }
}

TEST(Surround, LeavesAPatternAlone) {
    EXPECT_TRUE(Surround{.circlePx = 20}(wavesUpTo(160), {}).mask.isAllValid());
    EXPECT_TRUE(Surround{.circlePx = 4000}(wavesUpTo(100), {}).mask.isAllValid()) << "no two such circles fit";
}

TEST(Surround, KeepsWhatWasMaskedBefore) {
    Frame frame = wavesUpTo(100);
    std::vector<std::uint8_t> valid(160 * 120, 1);
    valid[5] = 0;
    frame.mask = Mask(160, 120, std::move(valid));

    const Frame masked = Surround{.circlePx = 20}(frame, {});

    EXPECT_FALSE(masked.mask.isValid(5, 0));
    EXPECT_TRUE(masked.mask.isValid(6, 0));
    EXPECT_FALSE(masked.mask.isValid(150, 60));
}

}  // namespace
}  // namespace coarsen
