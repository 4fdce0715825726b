// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/radial_profile.hpp"

#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <random>
#include <span>
#include <stop_token>
#include <vector>

namespace coarsen {
namespace {

class EveryAzimuthRule : public testing::TestWithParam<AzimuthRule> {};

TEST_P(EveryAzimuthRule, ReadsARoundPatternAsItIs) {  // science/limits.md: rules differ by up to 2e-2 for R >= 10
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

/// An even map without any other symmetry, of white noise; pair counts differ, too.
CorrelationMap noiseMap(int maxLag, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise;
    LagSums values(maxLag, 0), pairs(maxLag, 0);
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        for (int X0 = Y0 == 0 ? 0 : -maxLag; X0 <= maxLag; ++X0) {
            values.at(X0, Y0) = noise(random);
            pairs.at(X0, Y0) = static_cast<double>(1000 + random() % 100);
            if (Y0 == 0) {
                values.at(-X0, 0) = values.at(X0, 0);
                pairs.at(-X0, 0) = pairs.at(X0, 0);
            }
        }
    return {maxLag, true, values.values, pairs.values};
}

TEST_P(EveryAzimuthRule, GivesSampleBySampleWhatItGivesByFoldedRows) {
    for (const double aspect : {1.0, 1.3, 0.6})
        for (const int maxLag : {1, 2, 17, 40}) {
            const CorrelationMap map = noiseMap(maxLag, 5);
            const AzimuthalAverager average(maxLag, GetParam(), aspect);
            const RadialProfile folded = average(map), plain = average.valuesWhereDefined(map);
            ASSERT_EQ(folded.size(), plain.size());
            for (std::size_t r = 0; r < plain.size(); ++r) {
                ASSERT_EQ(std::isnan(folded.value[r]), std::isnan(plain.value[r])) << r;
                if (std::isnan(plain.value[r])) continue;
                EXPECT_NEAR(folded.value[r], plain.value[r], 1e-14) << r;
                EXPECT_NEAR(folded.scatter[r], plain.scatter[r], 1e-7) << r;  // a root of a difference
                EXPECT_NEAR(folded.pairs[r], plain.pairs[r], 1e-9) << r;
            }
        }
}

TEST(SumsOverCircles, OfSeveralMapsAreThoseOfEach) {
    constexpr int maxLag = 30;
    struct Case {
        double aspect;
        int reach;
    };
    for (const auto& [aspect, reach] : {Case{1, maxLag}, Case{1, 19}, Case{1, 1}, Case{2, maxLag}, Case{2, 19}}) {
        const AzimuthalAverager average(maxLag, AzimuthRule::bilinear, aspect);
        std::vector<CorrelationMap> maps;
        for (unsigned seed = 1; seed <= 8; ++seed)
            maps.push_back(noiseMap(reach, seed));
        const auto profiles = [&, reach = reach](std::span<const CorrelationMap> of) {
            SumsOverCircles sums = average.sumsOver(of.size(), reach);
            for (int Y0 = 0; Y0 <= reach; ++Y0) {
                std::vector<const double*> rows;
                for (const CorrelationMap& map : of)
                    rows.push_back(map.values().data() + Y0 * (2 * reach + 1) + reach);
                sums.add(Y0, rows);
            }
            std::vector<std::vector<double>> values;
            for (std::size_t i = 0; i < of.size(); ++i)
                values.push_back(average.valuesOf(sums, i).value);
            return values;
        };
        const auto together = profiles(maps);
        for (std::size_t i = 0; i < maps.size(); ++i) {
            const std::vector<double> alone = profiles(std::span(&maps[i], 1)).front();
            EXPECT_EQ(together[i].size(), std::size_t(reach) + 1);
            const RadialProfile plain = AzimuthalAverager(reach, AzimuthRule::bilinear, aspect)(maps[i]);
            for (std::size_t r = 0; r <= std::size_t(reach); ++r) {
                ASSERT_EQ(std::isnan(together[i][r]), std::isnan(plain.value[r])) << i << ", " << r;
                if (std::isnan(plain.value[r])) continue;
                EXPECT_EQ(together[i][r], alone[r]) << i << ", " << r;
                EXPECT_NEAR(together[i][r], plain.value[r], 1e-14) << i << ", " << r;
            }
        }
    }
}

TEST(FoldedLoops, AddInOneOrderOnEveryProcessor) {
    std::mt19937 random(1);
    std::normal_distribution<double> noise;
    std::vector<RowSegment> segments;
    std::vector<double> weights, row(50 * 8);
    for (double& value : row)
        value = noise(random);
    for (std::uint16_t circle = 0; circle < 20; ++circle) {
        segments.push_back({circle, std::uint16_t(circle + 3), std::uint16_t(1 + random() % 20)});
        for (int i = 0; i < segments.back().count; ++i)
            weights.push_back(noise(random));
    }
    for (const int quads : {1, 2}) {
        const auto lanes = std::size_t(4 * quads);
        std::vector<double> sums(20 * lanes, 0.1), expected = sums;
        auto weight = weights.begin();
        for (const RowSegment& segment : segments) {
            std::vector<double> sum(lanes);
            for (std::size_t i = 0; i < segment.count; ++i, ++weight)
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    const volatile double product = *weight * row[(segment.first + i) * lanes + lane];
                    sum[lane] += product;
                }
            for (std::size_t lane = 0; lane < lanes; ++lane)
                expected[segment.circle * lanes + lane] += sum[lane];
        }
        (quads == 1 ? addSegmentsOfOneQuad : addSegmentsOfTwoQuads)(segments, weights.data(), row.data(), sums.data());
        EXPECT_EQ(sums, expected);
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
