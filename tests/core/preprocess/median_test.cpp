// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/median.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace coarsen {
namespace {

Frame noisyFrame(int width, int height, double masked) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> grey(0, 255), chance(0, 1);
    std::vector<float> pixels;
    std::vector<std::uint8_t> valid;
    for (int i = 0; i < width * height; ++i) {
        pixels.push_back(grey(random));
        valid.push_back(chance(random) >= masked);
    }
    Frame frame;
    frame.image = Image(width, height, std::move(pixels));
    if (masked > 0) frame.mask = Mask(width, height, std::move(valid));
    return frame;
}

/// By its definition: sorted valid neighbours, the edge repeated.
float medianAt(const Frame& frame, int x, int y, int radius) {
    const int width = frame.image.width(), height = frame.image.height();
    const auto pixels = frame.image.plane<float>();
    const auto valid = frame.mask.pixels();
    std::vector<float> values;
    for (int v = y - radius; v <= y + radius; ++v)
        for (int u = x - radius; u <= x + radius; ++u) {
            const auto i = static_cast<std::size_t>(std::clamp(v, 0, height - 1) * width + std::clamp(u, 0, width - 1));
            if (valid.empty() || valid[i]) values.push_back(pixels[i]);
        }
    std::ranges::sort(values);
    return values[(values.size() - 1) / 2];
}

TEST(Median, IsThatOfTheValidNeighbours) {
    for (const double masked : {0.0, 0.05, 0.7})
        for (const int radius : {1, 2}) {
            const Frame frame = noisyFrame(37, 23, masked);
            const Frame smooth = Median{radius}(frame);

            const auto before = frame.image.plane<float>(), after = smooth.image.plane<float>();
            const auto valid = frame.mask.pixels();
            for (int y = 0; y < 23; ++y)
                for (int x = 0; x < 37; ++x) {
                    const auto i = static_cast<std::size_t>(y * 37 + x);
                    EXPECT_EQ(after[i], valid.empty() || valid[i] ? medianAt(frame, x, y, radius) : before[i]);
                }
            EXPECT_TRUE(smooth.mask.sharesPixelsWith(frame.mask));
        }
}

TEST(Median, TakesHotPixelsAwayAndLeavesEdges) {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < 20 * 20; ++i)
        pixels.push_back(i % 20 < 10 ? 40 : 200);
    std::vector<std::uint8_t> hot = pixels;
    hot[5 * 20 + 5] = 255;
    hot[12 * 20 + 15] = 0;
    Frame clean, spoilt;
    clean.image = Image(20, 20, pixels);
    spoilt.image = Image(20, 20, hot);

    const Image smooth = Median{1}(spoilt).image, expected = clean.image.asFloat();
    EXPECT_TRUE(std::ranges::equal(smooth.plane<float>(), expected.plane<float>()));
}

}  // namespace
}  // namespace coarsen
