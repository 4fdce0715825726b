// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/flat_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

/// Answer difference by difference, as the header says it.
bool isOfFlatBlocksPlainly(const Image& image) {
    constexpr std::size_t side = 8;
    if (image.type() != PixelType::u8 || image.width() < 16 || image.height() < 16) return false;
    std::array<double, 256> levels{};
    std::array<std::array<double, side>, 2> sums{};
    std::array<std::array<std::array<double, 256>, side>, 2> sizes{};
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const int here = static_cast<int>(image.at(x, y));
            ++levels[static_cast<std::size_t>(here)];
            const auto add = [&](std::size_t axis, int place, double before) {
                const int size = std::abs(here - static_cast<int>(before));
                if (size == 0) return;
                sums[axis][static_cast<std::size_t>(place) % side] += size;
                ++sizes[axis][static_cast<std::size_t>(place) % side][static_cast<std::size_t>(size)];
            };
            if (x > 0) add(0, x, image.at(x - 1, y));
            if (y > 0) add(1, y, image.at(x, y - 1));
        }
        double all = 0, onGrid = 0;
        for (const auto& axis : sums) {
            all += std::accumulate(axis.begin(), axis.end(), 0.0);
            onGrid += *std::ranges::max_element(axis);
        }
        const bool isLast = y + 1 == image.height();
        if ((isLast || (y % 64 == 63 && all >= image.width())) && onGrid < 0.85 * all) return false;
        if (isLast && all == 0) return false;
    }
    if (std::ranges::count(levels, 0.0) > 253) return false;
    std::array<double, 258> steps{};  // with room on both sides
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const auto grid = static_cast<std::size_t>(std::ranges::max_element(sums[axis]) - sums[axis].begin());
        for (std::size_t size = 1; size < 256; ++size)
            steps[size + 1] += sizes[axis][grid][size];
    }
    const auto most = std::ranges::max_element(steps);
    return *(most - 1) + *most + *(most + 1) >= 0.6 * std::accumulate(steps.begin(), steps.end(), 0.0);
}

/// Blocks of 8 px from some place on, in levels that differ by one step or by several, with a part of noise.
Image blocksWithNoise(int width, int height, std::mt19937& random) {
    const auto below = [&random](int end) { return std::uniform_int_distribution(0, end - 1)(random); };
    const int left = below(8), top = below(8), step = 1 + below(9), levels = 2 + below(4), noise = below(3);
    const bool isShade = below(4) > 0;  // else any level lies beside any other
    const std::size_t across = static_cast<std::size_t>(width) / 8 + 2;
    std::vector<int> blocks;
    for (std::size_t i = 0; i < across * (static_cast<std::size_t>(height) / 8 + 2); ++i)
        blocks.push_back(isShade ? static_cast<int>(i % across + i / across) / 2 % levels : below(levels));
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int level = blocks[static_cast<std::size_t>((y + top) / 8) * across + static_cast<std::size_t>((x + left) / 8)];
            pixels.push_back(static_cast<std::uint8_t>(60 + step * level + (below(40) < noise ? below(3) : 0)));
        }
    return {width, height, std::move(pixels)};
}

Frame frameWith(Image image) {
    Frame frame;
    frame.image = std::move(image);
    return frame;
}

TEST(FlatBlocksOfAnySize, AreThoseOfDifferenceByDifference) {
    std::mt19937 random(8);
    int told = 0, cases = 0;
    for (const auto& [width, height] :
         {std::pair{16, 16}, {17, 16}, {200, 63}, {201, 64}, {199, 65}, {64, 129}, {333, 128}, {1, 300}, {300, 1}, {15, 90}})
        for (int repeat = 0; repeat < 40; ++repeat, ++cases) {
            const Image image = blocksWithNoise(width, height, random);
            const bool expected = isOfFlatBlocksPlainly(image);
            EXPECT_EQ(isOfFlatBlocks(frameWith(image)), expected) << width << " x " << height << ", repeat " << repeat;
            told += expected ? 1 : 0;
        }
    EXPECT_GT(told, cases / 10);
    EXPECT_LT(told, cases * 9 / 10);
}

TEST(FlatBlocksOfAnySize, AreOfTheLargestDifferences) {
    std::vector<std::uint8_t> pixels(std::size_t{300} * 256);  // differences of 255 in every row of a band add up
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = i % 300 / 8 % 2 == 0 ? 0 : 255;
    pixels.back() = 7;
    const Image image(300, 256, std::move(pixels));

    EXPECT_TRUE(isOfFlatBlocksPlainly(image));
    EXPECT_TRUE(isOfFlatBlocks(frameWith(image)));
}

TEST(FlatBlocksOfAnySize, AreNotToldOfOtherNumbers) {
    EXPECT_FALSE(isOfFlatBlocks(frameWith(Image(64, 64, std::vector<std::uint16_t>(4096)))));
    EXPECT_FALSE(isOfFlatBlocks(frameWith({})));
}

}  // namespace
}  // namespace coarsen
