// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/followed_maximum.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

constexpr double prominence = 0.005;

/// C1D with maxima at `first` and at 2.2 times that.
SharedResult row(int frame, double first) {
    FrameResult result;
    result.frame = frame;
    for (int r = 0; r <= 140; ++r) {
        const auto bump = [r](double at) { return std::exp(-std::pow((r - at) / (0.1 * at), 2)); };
        result.profile.value.push_back(
            static_cast<float>(std::exp(-r / (0.3 * first)) + 0.2 * bump(first) + 0.15 * bump(2.2 * first) - 0.05));
        result.profile.pairs.push_back(2e5f);
    }
    return shared(std::move(result));
}

FrameResults series() {
    FrameResults results;
    for (int frame = 0; frame < 10; ++frame)
        results[frame] = row(frame, 20 * std::pow(1.1, frame));
    return results;
}

TEST(FollowedMaximum, IsTheSameOneBeforeAndAfter) {
    const std::map<int, double> followed = followedMaximum(series(), 4, 66, prominence);  // the second one of frame 4

    ASSERT_EQ(followed.size(), 10u);
    for (const auto& [frame, px] : followed)
        EXPECT_NEAR(px, 2.2 * 20 * std::pow(1.1, frame), 1) << frame;
}

TEST(FollowedMaximum, PassesOverFramesWithoutIt) {
    FrameResults results = series();
    results[3] = shared(FrameResult());
    results[6] = row(6, 55);  // none within a third of 35 px

    const std::map<int, double> followed = followedMaximum(results, 0, 20, prominence);

    EXPECT_FALSE(followed.contains(3));
    EXPECT_FALSE(followed.contains(6));
    EXPECT_NEAR(followed.at(5), 20 * std::pow(1.1, 5), 1);
}

TEST(FollowedMaximum, OfAFrameThatWasNotMeasuredIsNone) {
    EXPECT_TRUE(followedMaximum(series(), 77, 20, prominence).empty());
    EXPECT_TRUE(followedMaximum({}, 0, 20, prominence).empty());
}

}  // namespace
}  // namespace coarsen
