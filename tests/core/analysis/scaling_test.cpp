// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scaling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Frames whose R_max grows to `last` from 20 px, with S_V R_max = `product` and chi R_max^3 = -2; errors of 1 % and `chiError`.
std::vector<FrameResult> rowsWith(const std::function<double(double)>& product, double last = 60, double chiError = 0.03,
                                  int count = 12) {
    std::vector<FrameResult> rows;
    for (int i = 0; i < count; ++i) {
        FrameResult row;
        row.frame = i;
        row.timeS = i;
        row.status = FrameStatus::ok;
        row.rMax.quality = Quality::good;
        const double r = row.rMax.px = 20 * std::pow(last / 20, i / (count - 1.0));
        row.rMax.errorPx = 0.006 * r;
        row.image.widthPx = row.image.heightPx = row.image.depthPx = 200;
        row.image.validFraction = 1;
        row.surface.emplace();
        const double off = 1 + 0.008 * std::sin(7.0 * i);
        row.surface->measures.areaPerVolume = {product(r) / r * off, 0.008 * product(r) / r};
        row.surface->measures.eulerPerPx3 = {-2 / (r * r * r), chiError * 2 / (r * r * r)};
        rows.push_back(row);
    }
    return rows;
}

TEST(ScalingProducts, HaveTheErrorsOfBothFactors) {
    const FrameResult row = rowsWith([](double) { return 2.8; }).front();

    const Estimate area = scalingProducts()[0].of(row), euler = scalingProducts()[1].of(row);

    EXPECT_NEAR(area.value, 2.8, 1e-12);
    EXPECT_NEAR(area.error, 2.8 * 0.01, 1e-12);
    EXPECT_NEAR(euler.value, -2, 1e-12);
    EXPECT_NEAR(euler.error, 2 * std::hypot(0.03, 0.018), 1e-12);
    EXPECT_TRUE(std::isnan(scalingProducts()[0].of({}).value));
}

TEST(ScalingTrends, OfSelfSimilarGrowthAreConstant) {
    const auto trends = scalingTrends(rowsWith([](double) { return 2.8; }), {});

    ASSERT_EQ(trends.size(), 2u);
    EXPECT_EQ(trends[0].frames, 12);
    EXPECT_NEAR(trends[0].growth, 3, 1e-9);
    EXPECT_NEAR(trends[0].mean, 2.8, 0.02);
    EXPECT_NEAR(trends[0].change, 0, 2 * trends[0].changeError);
    EXPECT_NEAR(trends[1].mean, -2, 1e-9);
    const std::string statement = scalingStatement(trends);
    EXPECT_THAT(statement, StartsWith("Growth is self-similar within the errors while R_max grows 3 times: S_V·R_max = 2.8"));
    EXPECT_THAT(statement, HasSubstr("chi·R_max³ = "));
}

TEST(ScalingTrends, FindAChangeWithItsSize) {
    const auto trends = scalingTrends(rowsWith([](double r) { return 2.8 * (1 - 0.2 * std::log(r / 20)); }), {});

    EXPECT_NEAR(trends[0].change, -2.8 * 0.2 * std::log(3), 3 * trends[0].changeError);
    EXPECT_LT(trends[0].changeError, 0.1);
    EXPECT_FALSE(trends[0].isConstant());
    EXPECT_TRUE(trends[1].isConstant());
    EXPECT_THAT(scalingStatement(trends), StartsWith("Growth is not self-similar"));
}

TEST(ScalingTrends, SayWhereNothingCanBeTold) {
    const auto constant = [](double) { return 2.8; };
    EXPECT_THAT(scalingStatement(scalingTrends(rowsWith(constant, 22), {})), HasSubstr("grows by only 10 %, too little"));
    EXPECT_FALSE(scalingTrends(rowsWith(constant, 60, 2), {})[1].isDecided());
    EXPECT_TRUE(scalingTrends(rowsWith(constant, 60, 0.03, 4), {}).empty());
    EXPECT_EQ(scalingStatement({}), "");
}

TEST(ScalingTrends, LeaveOutWhatTheUserExcludesAndWhatHasNoSurface) {
    auto rows = rowsWith([](double) { return 2.8; });
    rows[3].status = FrameStatus::excluded;
    rows[3].surface->measures.areaPerVolume.value *= 5;
    rows[4].surface.reset();

    const auto trends = scalingTrends(rows, {});

    EXPECT_EQ(trends[0].frames, 10);
    EXPECT_NEAR(trends[0].mean, 2.8, 0.02);
}

TEST(ScalingTrends, AreLessSureWhereFramesShareTheirDomains) {
    const auto rows = rowsWith([](double) { return 2.8; });
    NeighbourCorrelations alike;
    for (const FrameResult& row : rows)
        alike[row.frame] = 0.95;

    EXPECT_GT(scalingTrends(rows, alike)[0].meanError, 1.3 * scalingTrends(rows, {})[0].meanError);
}

}  // namespace
}  // namespace coarsen
