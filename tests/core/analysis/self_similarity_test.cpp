// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/self_similarity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace coarsen {
namespace {

std::vector<FrameResult> rowsWithZeroRatio(const std::function<double(double)>& ratio, double last = 100, int count = 20) {
    std::vector<FrameResult> rows;
    for (int i = 0; i < count; ++i) {
        FrameResult row;
        row.frame = i;
        row.status = FrameStatus::ok;
        row.rMax.quality = Quality::good;
        row.rMax.px = 20 + (last - 20) * i / (count - 1);
        row.lengths["r_zero"].px = row.rMax.px * (ratio(row.rMax.px) + 0.004 * std::sin(7.0 * i));
        rows.push_back(row);
    }
    return rows;
}

TEST(ZeroToMaximumTrend, OfASelfSimilarPatternWarnsOfNothing) {
    const auto trend = zeroToMaximumTrend(rowsWithZeroRatio([](double) { return 0.35; }));

    ASSERT_TRUE(trend);
    EXPECT_NEAR(trend->first, 0.35, 0.005);
    EXPECT_EQ(trend->warning(), "");
}

TEST(ZeroToMaximumTrend, OfAPatternThatChangesSaysFromWhatToWhat) {
    const auto trend = zeroToMaximumTrend(rowsWithZeroRatio([](double r) { return 0.35 - 0.03 * std::log(r / 20); }));

    ASSERT_TRUE(trend);
    EXPECT_NEAR(trend->last, 0.35 - 0.03 * std::log(5), 0.005);
    EXPECT_NE(trend->warning().find("from 0.35"), std::string::npos) << trend->warning();
}

TEST(ZeroToMaximumTrend, NeedsGrowthAndFrames) {
    EXPECT_FALSE(zeroToMaximumTrend(rowsWithZeroRatio([](double) { return 0.35; }, 22)));
    EXPECT_FALSE(zeroToMaximumTrend(rowsWithZeroRatio([](double) { return 0.35; }, 100, 4)));
    EXPECT_FALSE(zeroToMaximumTrend({}));
}

}  // namespace
}  // namespace coarsen
