// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/median_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace coarsen {
namespace {

template <typename At>
std::vector<Move> gridOf(int columns, int rows, At at) {
    std::vector<Move> moves;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            moves.push_back(at(column, row));
    return moves;
}

TEST(MedianTest, HoldsTheRestAgainstNeighboursMedianRestAndNoise) {
    // Neighbours 0, 0.1 ... 0.7: median 0.35, median distance from it 0.2; 2 (0.2 + 0.1) is allowed.
    const auto fits = [](double middle) -> bool {
        const std::vector<double> values{0, 0.4, 0.1, 0.7, middle, 0.5, 0.3, 0.6, 0.2};
        std::vector<Move> moves;
        for (const double value : values)
            moves.push_back({value, 1});
        return fitNeighbours(moves, 3)[4];
    };
    EXPECT_TRUE(fits(0.35 + 0.59));
    EXPECT_FALSE(fits(0.35 + 0.61));
    EXPECT_FALSE(fits(0.35 - 0.61));
}

TEST(MedianTest, AxesCountTogether) {
    // Alike neighbours: 0.2 px are allowed in all.
    std::vector<Move> moves(9, {1, 1});
    moves[4] = {1.19, 1};
    EXPECT_TRUE(fitNeighbours(moves, 3)[4]);
    moves[4] = {1.15, 1.15};
    EXPECT_FALSE(fitNeighbours(moves, 3)[4]);
}

TEST(MedianTest, LinearFlowFitsAtTheRimToo) {
    const std::vector<Move> moves = gridOf(7, 5, [](int x, int y) { return Move{0.8 * x - 0.5 * y, 1.1 * x + 0.9 * y}; });
    for (const bool fits : fitNeighbours(moves, 7))
        EXPECT_TRUE(fits);
}

TEST(MedianTest, FindsOneThatStrays) {
    for (const std::size_t where : {0, 3, 17, 34}) {
        std::vector<Move> moves = gridOf(7, 5, [](int x, int) { return Move{0.1 * x, 0}; });
        moves[where].y += 1;
        const std::vector<bool> fits = fitNeighbours(moves, 7);
        EXPECT_FALSE(fits[where]);
        EXPECT_LE(std::ranges::count(fits, false), where == 17 ? 1 : 4) << where;
    }
}

TEST(MedianTest, UnknownFitsNothingAndDoesNotCount) {
    std::vector<Move> moves(9, {1, 0});
    moves[0] = Move();
    const std::vector<bool> fits = fitNeighbours(moves, 3);
    EXPECT_FALSE(fits[0]);
    EXPECT_EQ(std::ranges::count(fits, true), 8);
    EXPECT_TRUE(fitNeighbours({{0, 0}, {9, 9}}, 2)[1]) << "with one neighbour nothing can be said";
}

TEST(MedianTest, GapsAreFilledFromTheirRim) {
    const std::vector<Move> moves = gridOf(5, 5, [](int x, int) { return Move{1.0 * x, 7}; });
    std::vector<bool> good(25, true);
    for (const std::size_t bad : {6, 7, 8, 11, 12, 13, 16, 17, 18})
        good[bad] = false;
    std::vector<Move> holed = moves;
    for (std::size_t i = 0; i < 25; ++i)
        if (!good[i]) holed[i] = i % 2 ? Move() : Move{99, -99};
    const std::vector<Move> filled = withGapsFilled(holed, good, 5);
    EXPECT_NEAR(filled[12].x, 2, 1);
    for (const Move& move : filled)
        EXPECT_EQ(move.y, 7);
    EXPECT_EQ(filled[5].x, 0) << "good ones stay";
    for (const Move& move : withGapsFilled(holed, std::vector<bool>(25, false), 5))
        EXPECT_EQ(move.x, 0);
}

}  // namespace
}  // namespace coarsen
