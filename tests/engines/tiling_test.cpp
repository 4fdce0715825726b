// SPDX-License-Identifier: GPL-3.0-or-later
// The planner of adaptive tiling against the numbers of van Werkhoven et al. 2011, sections 5 to 7.
#include "gpu/convolve/tiling.hpp"

#include <gtest/gtest.h>

namespace coarsen::gpu {
namespace {

/// The paper's GTX 480.
constexpr Multiprocessor fermi{48 << 10, 48 << 10, 0, 32768, 1536, 1024, 8};

Tile fixed(int across, int down, int N) {
    return {across, down, N, 1, 20};
}

TEST(Tiling, ABlocksNeighbourhoodIsReadOnce) {
    const Tile block = fixed(16, 16, 1);

    EXPECT_EQ(neighbourhoodBytes(block, 23, 23), 1444 * sizeof(float));
    EXPECT_NEAR(23 * 23 / readsPerAnswer(block, 23, 23), 93.8, 0.05);
}

TEST(Tiling, FourTilesOf32By32FailForTheTwoLargestFiltersAlone) {
    const Tile tile = fixed(32, 32, 4);
    const auto fits = [&](int width, int height) {
        return blocksAtOnce(fermi, tile, neighbourhoodBytes(tile, width, height)) > 0;
    };

    EXPECT_EQ(neighbourhoodBytes(tile, 41, 43), 49728u);
    EXPECT_EQ(neighbourhoodBytes(tile, 43, 41), 48960u);
    EXPECT_EQ(neighbourhoodBytes(tile, 39, 43), 49136u);
    for (int width = 7; width <= 43; width += 2)
        for (int height = 7; height <= 43; height += 2)
            EXPECT_EQ(fits(width, height), !(height == 43 && width >= 41)) << width << " x " << height;
}

TEST(Tiling, FourTilesOf16By16LeaveOneBlockOnlyForTheLargestFilter) {
    const Tile tile = fixed(16, 16, 4);

    EXPECT_EQ(neighbourhoodBytes(tile, 43, 43), 24592u);
    for (int width = 7; width <= 43; width += 2)
        for (int height = 7; height <= 43; height += 2) {
            const int blocks = blocksAtOnce(fermi, tile, neighbourhoodBytes(tile, width, height));
            if (width == 43 && height == 43)
                EXPECT_EQ(blocks, 1);
            else
                EXPECT_GE(blocks, 2) << width << " x " << height;
        }
}

TEST(Tiling, PaddingTo16Of32BanksLeavesMoreFiltersOneBlock) {
    const auto withOneBlock = [](bool isPadded) {
        int filters = 0;
        for (int width = 7; width <= 43; width += 2)
            for (int height = 7; height <= 43; height += 2) {
                const Tile tile = fixed(16, 16, 4);
                const int pitch = tile.width() + width - 1, padding = isPadded ? (16 - pitch % 32 + 32) % 32 : 0;
                filters += blocksAtOnce(fermi, tile, neighbourhoodBytes(tile, width, height, padding)) == 1;
            }
        return filters;
    };

    EXPECT_EQ(withOneBlock(false), 1);
    EXPECT_GT(withOneBlock(true), withOneBlock(false));
}

TEST(Tiling, TheLargestTilingFallsWithTheFilterAndAlwaysFits) {
    const std::vector<int> registers{16, 18, 20, 22, 24, 26, 28, 30};
    int before = 8;
    for (int side = 3; side <= 99; side += 2) {
        const int N = largestTiling(fermi, 16, 32, side, side, registers);
        EXPECT_LE(N, before) << side;
        before = N;
        if (N > 0) {
            EXPECT_LE(neighbourhoodBytes({16, 32, N, 1, 20}, side, side), fermi.sharedBytesPerBlock) << side;
        }
        if (N > 0 && N < 8) {
            EXPECT_GT(neighbourhoodBytes({16, 32, N + 1, 1, 20}, side, side), fermi.sharedBytesPerBlock) << side;
        }
    }
    EXPECT_EQ(before, 0);
}

TEST(Tiling, RegistersLimitBlocksToo) {
    const Tile greedy{16, 32, 8, 1, 63};

    EXPECT_EQ(blocksAtOnce(fermi, greedy, 1024), 1);
    EXPECT_EQ(largestTiling(fermi, 16, 32, 3, 3, {16, 40, 65}), 2);
}

}  // namespace
}  // namespace coarsen::gpu
