// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/focus_change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace coarsen {
namespace {

/// Lengths that grow by `growth` (as a logarithm) over 20 frames while the contrast falls by a factor.
std::vector<GrowthPoint> fading(double contrastLeft, double growth, double error = 0.005) {
    std::vector<GrowthPoint> points;
    for (int i = 0; i < 20; ++i) {
        GrowthPoint point;
        point.frame = i;
        point.time = i;
        point.length = 20 * std::exp(growth * i / 17.6);
        point.error = error * point.length;
        point.contrast = 40 * std::pow(contrastLeft, i / 16.0);
        point.waveWidth = 0.15;
        points.push_back(point);
    }
    return points;
}

TEST(FocusChange, IsTheFormulaOfABlurredRing) {
    const auto change = focusChange(fading(0.6, 0.1));

    ASSERT_TRUE(change);
    EXPECT_NEAR(change->contrastLost, 0.4, 1e-6);
    EXPECT_NEAR(change->tooLong, 4 * 0.15 * 0.15 * std::log(1 / 0.6), 1e-6);
    EXPECT_EQ(focusWords(*change).find("The pattern loses 40 % of its contrast over the fit: if that is blur, the last lengths "
                                       "are up to 4.6 % too long"),
              0u)
        << focusWords(*change);
    EXPECT_THAT(focusWords(*focusChange(fading(0.6, 0.02))), testing::HasSubstr("as much as they grow"));
    EXPECT_THAT(focusWords(*focusChange(fading(0.6, -0.02))), testing::HasSubstr("which do not grow"));
}

TEST(FocusChange, IsNotSpokenOfWhereContrastStaysOrRisesOrLengthsWouldHardlyMove) {
    EXPECT_FALSE(focusChange(fading(1, 0.3)));
    EXPECT_FALSE(focusChange(fading(0.96, 0.3)));
    EXPECT_FALSE(focusChange(fading(1.3, 0.3)));
    EXPECT_FALSE(focusChange(fading(0.9, 0.3, 0.02)));
    EXPECT_FALSE(focusChange({}));
    std::vector<GrowthPoint> unknown = fading(0.6, 0.1);
    for (GrowthPoint& point : unknown)
        point.contrast = std::nan("");
    EXPECT_FALSE(focusChange(unknown));
}

}  // namespace
}  // namespace coarsen
