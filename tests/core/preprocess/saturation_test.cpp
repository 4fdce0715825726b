// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/saturation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
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

/// Counted pixel by pixel.
Saturation saturationPlainly(const Frame& frame, double white) {
    double black = 0, bright = 0, all = 0;
    for (int y = 0; y < frame.image.height(); ++y)
        for (int x = 0; x < frame.image.width(); ++x) {
            if (!frame.mask.isValid(x, y)) continue;
            black += frame.image.at(x, y) == 0 ? 1 : 0;
            bright += frame.image.at(x, y) >= white ? 1 : 0;
            ++all;
        }
    return {black / all, bright / all};
}

template <typename Pixel>
void expectEachPixelCounted(int bits, std::mt19937& random) {
    const int white = (1 << bits) - 1;
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 719}, {720, 1}, {241, 3}, {67, 83}, {480, 2}})
        for (const double masked : {0.0, 0.3, 1.0}) {
            std::uniform_real_distribution<double> uniform(0, 1);
            std::vector<Pixel> pixels;
            std::vector<std::uint8_t> valid;
            for (int i = 0; i < width * height; ++i) {
                const double share = uniform(random);  // most pixels are at a limit: a byte counts as far as it can
                pixels.push_back(static_cast<Pixel>(share < 0.4 ? 0 : share < 0.8 ? white : white * share));
                valid.push_back(uniform(random) < masked ? 0 : 1);
            }
            Frame frame;
            frame.bitsPerSample = bits;
            frame.image = Image(width, height, std::move(pixels));
            if (masked > 0) frame.mask = Mask(width, height, std::move(valid));

            const Saturation found = saturation(frame), expected = saturationPlainly(frame, white);

            if (std::isnan(expected.black)) {
                EXPECT_TRUE(std::isnan(found.black) && std::isnan(found.white));
                continue;
            }
            EXPECT_EQ(found.black, expected.black) << width << " x " << height << ", " << bits << " bits, " << masked;
            EXPECT_EQ(found.white, expected.white) << width << " x " << height << ", " << bits << " bits, " << masked;
        }
}

TEST(Saturation, IsThatOfPixelByPixel) {
    std::mt19937 random(4);
    for (const int bits : {1, 8})
        expectEachPixelCounted<std::uint8_t>(bits, random);
    for (const int bits : {8, 12, 16})
        expectEachPixelCounted<std::uint16_t>(bits, random);
}

TEST(Saturation, OfPicturesThatAreAllBlackOrWhiteIsOne) {
    Frame frame;
    frame.image = Image(100, 99, std::vector<std::uint8_t>(9900, 255));
    EXPECT_EQ(saturation(frame).white, 1);
    frame.bitsPerSample = 10;  // a byte cannot hold that
    EXPECT_EQ(saturation(frame).white, 0);
    frame.image = Image(100, 99, std::vector<std::uint8_t>(9900));
    EXPECT_EQ(saturation(frame).black, 1);
}

TEST(Saturation, IsByTheBitsInUse) {
    Frame frame;
    frame.bitsPerSample = 16;
    frame.image = Image(4, 1, std::vector<std::uint16_t>{0, 4095, 4095, 100});
    EXPECT_EQ(saturation(frame, {}, 12).white, 0.5);
    EXPECT_EQ(saturation(frame).white, 0);
    frame.image = Image(4, 1, std::vector<std::uint16_t>{0, 65520, 4096, 100});
    EXPECT_EQ(saturation(frame, {}, 12).white, 0.25) << "twelve bits at the top";
}

TEST(Saturation, OfAFloatPictureIsUnknown) {
    Frame frame;
    frame.image = Image(2, 1, std::vector<float>{0, 1});

    EXPECT_TRUE(std::isnan(saturation(frame).sum()));
}

}  // namespace
}  // namespace coarsen
