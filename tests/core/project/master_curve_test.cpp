// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/master_curve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

constexpr double secondMaximum = 7.01558666981562;  // of J0

/// A frame of a one-shell pattern: C1D is J0(q R), whose R_max is 7.0156/q.
FrameResult shellFrame(int frame, double rMaxPx, int range) {
    FrameResult row;
    row.frame = frame;
    row.status = FrameStatus::ok;
    row.rMax.px = rMaxPx;
    row.rMax.quality = Quality::good;
    for (int r = 0; r <= range; ++r)
        row.profile.value.push_back(static_cast<float>(std::cyl_bessel_j(0, secondMaximum * r / rMaxPx)));
    return row;
}

MasterCurve curveOf(const std::vector<FrameResult>& rows, std::string_view length = "r_max") {
    return masterCurveOf(rows, length, Refining::fine);
}

TEST(MasterCurve, IsTheOneCurveOfAPatternThatGrowsSelfSimilarly) {
    const MasterCurve curve = curveOf({shellFrame(0, 20, 200), shellFrame(1, 31.3, 200), shellFrame(2, 47.9, 200)});

    ASSERT_EQ(curve.ratio.size(), 151U);
    EXPECT_EQ(curve.ratio.back(), 3);
    for (std::size_t i = 0; i < curve.ratio.size(); ++i) {
        EXPECT_NEAR(curve.value[i], std::cyl_bessel_j(0, secondMaximum * curve.ratio[i]), 3e-4) << curve.ratio[i];
        EXPECT_LT(curve.scatter[i], 5e-4);
        EXPECT_EQ(curve.frames[i], 3);
    }
}

TEST(MasterCurve, OfSmallLengthsIsReadAtQuarterPixels) {
    constexpr float flattened = 0.96F;  // what bilinear reading leaves of a ring of 10 px
    FrameResult row = shellFrame(0, 10, 60);
    for (int step = 0; step <= 24 * 4; ++step)
        row.profile.fine.push_back(static_cast<float>(std::cyl_bessel_j(0, secondMaximum * step / 40)));
    for (std::size_t r = 1; r < row.profile.value.size(); ++r)
        row.profile.value[r] *= flattened;

    const MasterCurve fine = curveOf({row}), coarse = masterCurveOf({row}, "r_max", Refining::coarse);

    for (std::size_t i = 0; i <= 100; ++i)
        EXPECT_NEAR(fine.value[i], std::cyl_bessel_j(0, secondMaximum * fine.ratio[i]), 3e-4) << fine.ratio[i];
    EXPECT_LT(coarse.value[5], fine.value[5] - 0.01);
    for (std::size_t i = 1; i < fine.value.size(); ++i)  // where quarter pixels end the curve has no step
        EXPECT_LT(std::abs(fine.value[i] - fine.value[i - 1]), 0.13) << fine.ratio[i];
    EXPECT_NEAR(fine.value[130], coarse.value[130], 1e-9);
}

TEST(MasterCurve, HasTheScatterBetweenItsFrames) {
    FrameResult other = shellFrame(1, 30, 120);
    for (float& value : other.profile.value)
        value += 0.2F;
    const MasterCurve curve = curveOf({shellFrame(0, 30, 120), other});

    EXPECT_NEAR(curve.scatter[50], 0.2 / std::sqrt(2.0), 1e-6);
    EXPECT_NEAR(curve.value[0], 1.1, 1e-6);
    EXPECT_TRUE(std::isnan(curveOf({shellFrame(0, 30, 120)}).scatter[50]));
}

TEST(MasterCurve, EndsWhereHalfOfItsFramesDo) {
    const MasterCurve curve =
        curveOf({shellFrame(0, 20, 100), shellFrame(1, 40, 100), shellFrame(2, 60, 100), shellFrame(3, 90, 100)});

    // 100 px are 5, 2.5, 1.67 and 1.11 times R_max: two frames of four reach 2.5.
    EXPECT_NEAR(curve.ratio.back(), 2.5, 1e-9);
    EXPECT_EQ(curve.frames.back(), 2);
    EXPECT_EQ(curve.frames[50], 4);
}

TEST(MasterCurve, IsOfFramesThatCountForTheFitOnly) {
    FrameResult bad = shellFrame(1, 30, 100), excluded = shellFrame(2, 30, 100);
    bad.rMax.quality = Quality::none;
    excluded.status = FrameStatus::excluded;
    EXPECT_EQ(curveOf({shellFrame(0, 20, 100), bad, excluded}).frames[0], 1);
    EXPECT_TRUE(curveOf({bad}).isEmpty());
    EXPECT_TRUE(curveOf({}).isEmpty());
}

TEST(MasterCurve, RunsOverTheLengthThatIsFitted) {
    FrameResult row = shellFrame(0, 20, 100);
    row.lengths["xi"] = {10, 0.1, 0.37, Quality::good, ""};

    const MasterCurve curve = curveOf({row}, "xi");

    EXPECT_NEAR(curve.value[100], std::cyl_bessel_j(0, secondMaximum), 1e-4);  // twice xi is R_max
}

}  // namespace
}  // namespace coarsen
