// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/fft_tiling.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

TEST(FftTiling, CoversTheAnswerWithTilesThatHoldTheFiltersReach) {
    for (const int width : {1, 7, 64, 750, 4096})
        for (const int height : {1, 33, 1500})
            for (const int filterWidth : {1, 2, 17, 43, 301})
                for (const int filterHeight : {1, 9, 401}) {
                    const FftTiling tiling = fftTiling({width, height, filterWidth, filterHeight});

                    EXPECT_GE(tiling.width, tiling.answerWidth + filterWidth - 1);
                    EXPECT_GE(tiling.height, tiling.answerHeight + filterHeight - 1);
                    EXPECT_GE(tiling.across * tiling.answerWidth, width);
                    EXPECT_GE(tiling.down * tiling.answerHeight, height);
                    EXPECT_EQ(tiling.width % 8, 0);
                    EXPECT_EQ(tiling.height % 8, 0);
                }
}

TEST(FftTiling, TransformsFewNumbersMoreThanThereAreAnswers) {
    for (const int filter : {9, 17, 43}) {
        const FftTiling tiling = fftTiling({1500, 750, filter, filter});
        const double numbers = 2.0 * tiling.pairs() * tiling.width * tiling.height;

        EXPECT_LT(numbers / (1500 * 750), 1.7) << filter;
    }
}

}  // namespace
}  // namespace coarsen
