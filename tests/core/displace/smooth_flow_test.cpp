// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/smooth_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace coarsen {
namespace {

template <typename At>
SmoothFlow flowOf(const PatchGrid& grid, At at) {
    std::vector<Move> moves;
    for (int row = 0; row < grid.rows(); ++row)
        for (int column = 0; column < grid.columns(); ++column)
            moves.push_back(at(grid.centre(column), grid.centre(row)));
    return {grid, moves};
}

TEST(SmoothFlow, LinearStaysAsItIsUpToTheCorners) {
    const auto at = [](double x, double y) { return Move{1 + 0.02 * x - 0.01 * y, 3 - 0.03 * x + 0.05 * y}; };
    for (const PatchGrid& grid : {PatchGrid{200, 150, 32, 16}, PatchGrid{200, 40, 32, 16}, PatchGrid{70, 150, 64, 7}}) {
        if (grid.rows() < 2 || grid.columns() < 2) continue;
        const SmoothFlow flow = flowOf(grid, at);
        std::vector<float> dx, dy;
        for (const int y : {0, 3, grid.height / 2, grid.height - 1}) {
            flow.alongRow(y, dx, dy);
            ASSERT_EQ(dx.size(), static_cast<std::size_t>(grid.width));
            for (int x = 0; x < grid.width; ++x) {
                EXPECT_NEAR(dx[static_cast<std::size_t>(x)], at(x, y).x, 1e-4) << x << ' ' << y;
                EXPECT_NEAR(dy[static_cast<std::size_t>(x)], at(x, y).y, 1e-4) << x << ' ' << y;
            }
        }
        EXPECT_NEAR(flow.at(12.3, 27.8).x, at(12.3, 27.8).x, 1e-9);
    }
}

TEST(SmoothFlow, OfOnePatchIsTheSameEverywhere) {
    const SmoothFlow flow({40, 36, 32, 16}, {{2.5, -1}});
    EXPECT_EQ(flow.at(0, 35).x, 2.5);
    EXPECT_EQ(flow.at(39, 0).y, -1);
}

TEST(SmoothFlow, SmoothsByOneTwoOne) {
    // A wave of four grid lines: (1 2 1)/4 leaves half of it on the lines.
    const PatchGrid grid{400, 100, 20, 10};
    const SmoothFlow flow = flowOf(grid, [&](double x, double) {
        return Move{std::sin(std::numbers::pi / 2 * (x - grid.centre(0)) / 10), 0};
    });
    EXPECT_NEAR(flow.at(grid.centre(9), 50).x, 0.5, 1e-12);
    EXPECT_NEAR(flow.at(grid.centre(11), 50).x, -0.5, 1e-12);
    EXPECT_NEAR(flow.at(grid.centre(10), 50).x, 0, 1e-12);
}

TEST(SmoothFlow, DrawsAPictureBackThroughIt) {
    // A pattern moved by a linear flow, by its formula; drawn again it is the pattern.
    const auto pattern = [](double x, double y) { return std::sin(x / 3) * std::cos(y / 4); };
    const auto at = [](double x, double y) { return Move{1.7 + 0.02 * y, -0.6 - 0.01 * x}; };
    constexpr int width = 120, height = 90;
    cv::Mat moved(height, width, CV_32F), valid = cv::Mat::ones(height, width, CV_8U);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            double fromX = x, fromY = y;  // whose move leads here
            for (int round = 0; round < 60; ++round) {
                const Move move = at(fromX, fromY);
                fromX = x - move.x;
                fromY = y - move.y;
            }
            moved.at<float>(y, x) = static_cast<float>(pattern(fromX, fromY));
        }
    valid.at<std::uint8_t>(40, 50) = 0;
    const DrawnPicture drawn = drawnThrough(flowOf({width, height, 32, 16}, at), moved, valid, 1);
    int unknown = 0;
    for (int y = 6; y < height - 6; ++y)
        for (int x = 6; x < width - 6; ++x) {
            unknown += drawn.valid.at<std::uint8_t>(y, x) == 0;
            EXPECT_NEAR(drawn.picture.at<float>(y, x), pattern(x, y), 1e-3) << x << ' ' << y;
        }
    EXPECT_EQ(unknown, 4) << "the pixels between whose partners the masked one lies";
    EXPECT_EQ(drawn.valid.at<std::uint8_t>(height / 2, width - 1), 0) << "its partner lies outside";
}

}  // namespace
}  // namespace coarsen
