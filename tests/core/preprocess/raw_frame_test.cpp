// SPDX-License-Identifier: GPL-3.0-or-later
// Float pictures whose numbers are far from 1, and what is no number.
#include "core/base/error.hpp"
#include "core/image/raw_image.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace coarsen {
namespace {

RawImage floats(std::vector<float> pixels) {
    RawImage raw;
    const int width = static_cast<int>(pixels.size());
    raw.image = Image(width, 1, std::move(pixels));
    raw.bitsPerSample = 32;
    return raw;
}

TEST(RawFrame, BringsNumbersFarFromOneNearItWithoutChangingADigit) {
    for (const double factor : {1e15, 1e30, 3e37, 1e-12, 1e-30, 1e-37}) {
        const std::vector<float> pixels{static_cast<float>(factor), static_cast<float>(-1.7 * factor), 0,
                                        static_cast<float>(0.3 * factor)};

        const Frame frame = rawFrame(floats(pixels), 0, 0);

        EXPECT_NE(frame.greyUnit, 1) << factor;
        EXPECT_LT(std::abs(std::log2(std::abs(frame.image.at(0, 0)))), 33) << factor;
        for (int x = 0; x < 4; ++x)
            EXPECT_EQ(frame.image.at(x, 0) * frame.greyUnit, static_cast<double>(pixels[static_cast<std::size_t>(x)])) << factor;
    }
}

TEST(RawFrame, LeavesOrdinaryNumbersAsTheyAre) {
    for (const double factor : {1e-9, 1e-3, 1.0, 255.0, 65535.0, 4e9}) {
        const RawImage raw = floats({static_cast<float>(factor), 0, static_cast<float>(0.5 * factor)});

        const Frame frame = rawFrame(raw, 0, 0);

        EXPECT_EQ(frame.greyUnit, 1) << factor;
        EXPECT_TRUE(frame.image.sharesPixelsWith(raw.image)) << factor;
    }
}

TEST(RawFrame, ListensToNoSinglePixel) {
    constexpr float largest = std::numeric_limits<float>::max();
    EXPECT_EQ(rawFrame(floats({1, 2, 1.5F, -largest, 3}), 0, 0).greyUnit, 1);
    EXPECT_NE(rawFrame(floats({1e-30F, 2e-30F, 1.5e-30F, -largest, 3e-30F}), 0, 0).greyUnit, 1);
}

TEST(Grey, MasksWhatIsNoNumberAndRefusesAFrameWithoutOne) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN(), fill = -std::numeric_limits<float>::max();

    const Frame grey = Grey{}(rawFrame(floats({1, none, 2, fill, 3}), 0, 0));

    EXPECT_THAT(grey.mask.pixels(), testing::ElementsAre(1, 0, 1, 0, 1));
    EXPECT_EQ(grey.image.at(3, 0), 0);
    EXPECT_THROW(Grey{}(rawFrame(floats({none, none}), 0, 0)), InputError);
}

TEST(Dust, ThresholdsAreInTheFilesNumbers) {
    Dust dust;
    dust.find = DustFinding::thresholds;
    dust.lowPercent = 0;
    dust.highPercent = 100;  // of 32 bits: 4.29e9
    dust.growPx = 0;

    const Frame masked = dust(rawFrame(floats({1e15F, 2e15F, 1e3F, 1.5e15F, 3e15F}), 0, 0));

    EXPECT_THAT(masked.mask.pixels(), testing::ElementsAre(0, 0, 1, 0, 0));
}

}  // namespace
}  // namespace coarsen
