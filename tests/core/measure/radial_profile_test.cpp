// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/radial_profile.hpp"

#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <stop_token>

namespace coarsen {
namespace {

class EveryAzimuthRule : public testing::TestWithParam<AzimuthRule> {};

TEST_P(EveryAzimuthRule, ReadsARoundPatternAsItIs) {  // measurement.md section 3: rules differ by up to 2e-2 for R >= 10
    const double q0 = 7.01559 / 40;
    const CorrelationMap map = mapOf(100, [&](double x, double y) { return j0(q0 * std::hypot(x, y)); });

    const RadialProfile profile = AzimuthalAverager(100, GetParam())(map);

    ASSERT_EQ(profile.size(), 101u);
    EXPECT_DOUBLE_EQ(profile.value[0], 1);
    for (std::size_t r = 10; r <= 100; ++r)
        EXPECT_NEAR(profile.value[r], j0(q0 * double(r)), 5e-3) << r;
}

INSTANTIATE_TEST_SUITE_P(All, EveryAzimuthRule,
                         testing::Values(AzimuthRule::bilinear, AzimuthRule::cubic, AzimuthRule::linearBins));

TEST(AzimuthalAverager, EqualsTheDefinitionSampleBySample) {  // K = max(8, ceil(25 R)) angles, bilinear
    const int R = 12;
    const CorrelationMap map =
        mapOf(R, [](double x, double y) { return std::cos(0.3 * x + 0.1 * y) + 0.01 * (x * x - 2 * y * y); });

    const RadialProfile profile = AzimuthalAverager(R)(map);

    for (int r = 1; r <= R; ++r) {
        const int K = std::max(8, 25 * r);
        double sum = 0;
        for (int k = 0; k < K; ++k) {
            const double x = r * std::cos(2 * std::numbers::pi * k / K), y = r * std::sin(2 * std::numbers::pi * k / K);
            const int left = std::min(R - 1, int(std::floor(x + 1e-12))), top = std::min(R - 1, int(std::floor(y + 1e-12)));
            const double fx = x - left, fy = y - top;
            sum += (1 - fy) * ((1 - fx) * map.at(left, top) + fx * map.at(left + 1, top)) +
                   fy * ((1 - fx) * map.at(left, top + 1) + fx * map.at(left + 1, top + 1));
        }
        EXPECT_NEAR(profile.value[std::size_t(r)], sum / K, 1e-9) << r;
    }
}

TEST_P(EveryAzimuthRule, MakesNoTablesAfterAStop) {  // a second of computing where R is 750
    std::stop_source stopped;
    stopped.request_stop();

    EXPECT_EQ(AzimuthalAverager::shared(97, GetParam(), 1, stopped.get_token()), nullptr);

    const auto made = AzimuthalAverager::shared(97, GetParam(), 1);
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(AzimuthalAverager::shared(97, GetParam(), 1, stopped.get_token()), made) << "others use it already";
}

TEST(AzimuthalAverager, LeavesOutSamplesWithAnUndefinedCorner) {
    const int R = 20;
    std::vector<double> values;
    for (int Y0 = 0; Y0 <= R; ++Y0)
        for (int X0 = -R; X0 <= R; ++X0)
            values.push_back(Y0 > 10 ? std::numeric_limits<double>::quiet_NaN() : 0.5);
    const CorrelationMap map(R, true, values, std::vector<double>(values.size(), 100));

    const RadialProfile profile = AzimuthalAverager(R)(map);

    EXPECT_FALSE(map.isDefinedEverywhere());
    for (const double value : profile.value)
        EXPECT_NEAR(value, 0.5, 1e-12);
}

TEST(AzimuthalAverager, DrawsCirclesThatAreRoundOnTheSample) {
    // Pixels twice as high as wide: a pattern round on the sample is squeezed in y.
    const double q0 = 7.01559 / 40;
    const CorrelationMap map =
        mapOf(90, [&](double x, double y) { return j0(q0 * std::hypot(x / std::sqrt(2.0), y * std::sqrt(2.0))); });

    const RadialProfile profile = AzimuthalAverager(90, AzimuthRule::cubic, 2.0)(map);

    for (std::size_t r = 10; r <= 60; ++r)
        EXPECT_NEAR(profile.value[r], j0(q0 * double(r)), 5e-3) << r;
}

TEST_P(EveryAzimuthRule, LeavesCirclesThatDoNotFitIntoTheMapUndefined) {  // only their corners would be averaged
    const CorrelationMap map = mapOf(90, [](double, double) { return 0.5; });

    const RadialProfile profile = AzimuthalAverager(90, GetParam(), 2.0)(map);

    ASSERT_EQ(profile.size(), 91u);
    EXPECT_NEAR(profile.value[63], 0.5, 1e-12);  // 63 sqrt(2) = 89.1 px along x
    EXPECT_TRUE(std::isnan(profile.value[64]));  // 90.5 px
    EXPECT_TRUE(std::isnan(profile.value[90]));
}

}  // namespace
}  // namespace coarsen
