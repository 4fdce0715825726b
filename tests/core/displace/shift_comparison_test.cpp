// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/shift_comparison.hpp"

#include "core/displace/shift.hpp"
#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace coarsen {
namespace {

struct Pictures {
    cv::Mat here, moved, valid;
};

/// Smooth patterns that differ a little, with some masked pixels and some that differ by far.
Pictures picturesOf(int width, int height) {
    Pictures pictures{cv::Mat(height, width, CV_32F), cv::Mat(height, width, CV_32F), cv::Mat::ones(height, width, CV_8U)};
    RandomNumbers random(3, 1);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            pictures.here.at<float>(y, x) = static_cast<float>(std::sin(x / 2.1) * std::cos(y / 1.7) + 0.1 * random.normal());
            pictures.moved.at<float>(y, x) =
                static_cast<float>(0.3 + 0.8 * std::sin((x - 0.2) / 2.1) * std::cos((y + 0.1) / 1.7) + 0.1 * random.normal());
            if (random.uniform() < 0.02) pictures.moved.at<float>(y, x) += 9;
            if (random.uniform() < 0.03) pictures.valid.at<std::uint8_t>(y, x) = 0;
        }
    return pictures;
}

/// The equations of one block by plain loops in double precision, from their definition.
Equations plainly(const Pictures& p, int column, int row) {
    const int width = p.here.cols, height = p.here.rows;
    const auto inside = [&](auto take) {
        for (int y = 1; y < height - 1; ++y)
            for (int x = 1; x < width - 1; ++x)
                if (p.valid.at<std::uint8_t>(y, x)) take(x, y, double{p.here.at<float>(y, x)}, double{p.moved.at<float>(y, x)});
    };
    double n = 0, meanA = 0, meanB = 0, varianceA = 0, varianceB = 0, squares = 0;
    inside([&](int, int, double a, double b) { n += 1, meanA += a, meanB += b; });
    meanA /= n, meanB /= n;
    inside([&](int, int, double a, double b) {
        varianceA += (a - meanA) * (a - meanA) / n;
        varianceB += (b - meanB) * (b - meanB) / n;
    });
    const double gain = std::sqrt(varianceA / varianceB);
    const auto restOf = [&](double a, double b) { return gain * (b - meanB) - (a - meanA); };
    inside([&](int, int, double a, double b) { squares += restOf(a, b) * restOf(a, b) / n; });
    const double limit = 4.685 * std::sqrt(squares);
    const auto slopeX = [](const cv::Mat& m, int x, int y) { return (m.at<float>(y, x + 1) - m.at<float>(y, x - 1)) / 2.0; };
    const auto slopeY = [](const cv::Mat& m, int x, int y) { return (m.at<float>(y + 1, x) - m.at<float>(y - 1, x)) / 2.0; };
    Equations sum;
    inside([&](int x, int y, double a, double b) {
        const int left = std::max(1, column * width / shiftBlocksAcross), right = (column + 1) * width / shiftBlocksAcross;
        if (x < left || x >= right || y * shiftBlocksAcross / height != row) return;
        const double rest = restOf(a, b), far = std::min(1.0, std::abs(rest) / limit), open = 1 - far * far;
        const double of[2] = {slopeX(p.here, x, y), slopeY(p.here, x, y)}, by[2] = {slopeX(p.moved, x, y), slopeY(p.moved, x, y)};
        for (int j = 0; j < 2; ++j) {
            for (int k = 0; k < 2; ++k)
                sum.left(j, k) += open * (1 - 5 * far * far) * gain * of[j] * by[k];
            sum.right[j] += open * open * rest * of[j];
        }
    });
    return sum;
}

class BlockEquations : public testing::TestWithParam<int> {};

TEST_P(BlockEquations, AreThoseOfPlainLoops) {
    const Pictures pictures = picturesOf(GetParam(), 50);
    const std::vector<Equations> blocks =
        ShiftComparison(pictures.here, pictures.moved, pictures.valid, false, UsualRest::rootMeanSquare).blockEquations();
    ASSERT_EQ(blocks.size(), std::size_t{shiftBlocks});
    for (int row = 0; row < shiftBlocksAcross; ++row)
        for (int column = 0; column < shiftBlocksAcross; ++column) {
            const Equations &block = blocks[static_cast<std::size_t>(row * shiftBlocksAcross + column)],
                            known = plainly(pictures, column, row);
            const double tolerance = 2e-5 * (1 + std::abs(known.left(0, 0)));  // sums are single
            for (int j = 0; j < 2; ++j) {
                for (int k = 0; k < 2; ++k)
                    EXPECT_NEAR(block.left(j, k), known.left(j, k), tolerance) << column << ' ' << row;
                EXPECT_NEAR(block.right[j], known.right[j], tolerance);
            }
            EXPECT_EQ(block.left(2, 2), 0) << "no turn";
        }
}

INSTANTIATE_TEST_SUITE_P(Widths, BlockEquations, testing::Values(16, 32, 61, 95, 96, 130));

}  // namespace
}  // namespace coarsen
