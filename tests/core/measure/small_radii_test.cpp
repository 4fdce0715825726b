// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/small_radii.hpp"

#include "core/measure/lengths.hpp"
#include "core/measure/sinc_weights.hpp"
#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace coarsen {
namespace {

struct Curves {
    RadialProfile whole, quarter;
};

/// C1D of an isotropic C2D.
Curves curvesOf(const std::function<double(double)>& c, int maxLag = 40) {
    const CorrelationMap map = mapOf(maxLag, [&](double X0, double Y0) { return c(std::hypot(X0, Y0)); });
    Curves curves{AzimuthalAverager(maxLag)(map), {}};
    curves.quarter = curves.whole;
    curves.quarter.fine = fineCurve(map, 1);
    return curves;
}

TEST(SmallRadii, AreReadWithoutBiasFromQuarterPixels) {
    struct Truth {
        double R, whole, quarter;  // how far off R_max may be
    };
    for (const Truth& truth : {Truth{5, 0.2, 0.006}, {6, 0.2, 0.004}, {8, 0.1, 0.004}, {12, 0.05, 0.005}, {18, 0.03, 0.006}}) {
        const double q0 = 7.0155866698 / truth.R;
        const Curves curves = curvesOf([=](double r) { return j0(q0 * r); });

        EXPECT_NEAR(rMax(curves.whole, {}).px, truth.R, truth.whole);
        EXPECT_NEAR(rMax(curves.quarter, {}).px, truth.R, truth.quarter) << truth.R;
        if (truth.R < 7) {
            EXPECT_GT(std::abs(rMax(curves.whole, {}).px - truth.R), 4 * std::abs(rMax(curves.quarter, {}).px - truth.R))
                << truth.R;
        }
        EXPECT_NEAR(rZero(curves.quarter, {}).px, 2.4048255577 / q0, 0.003) << truth.R;
        EXPECT_NEAR(rHalf(curves.quarter, {}).px, 1.5211050 / q0, 0.003) << truth.R;
        EXPECT_NEAR(rMin(curves.quarter, {}).px, 3.8317059702 / q0, 0.01) << truth.R;
    }
}

TEST(SmallRadii, HaveTheirTopsWhereTheyAre) {
    for (const double R : {6.0, 8.0, 12.0, 18.0, 19.9}) {
        const double q0 = 6.9 / R, reach = 1.6 * R;  // rings of some width: their tops are lopsided
        const auto c = [=](double r) { return j0(q0 * r) * std::exp(-0.5 * r * r / (reach * reach)); };
        double low = 0.9 * R, high = 1.1 * R;
        while (high - low > 1e-7) {
            const double left = low + (high - low) / 3, right = high - (high - low) / 3;
            (c(left) < c(right) ? low : high) = c(left) < c(right) ? left : right;
        }
        const RadialProfile profile = curvesOf(c, 60).quarter;

        const double fine = rMax(profile, {}).px - low, coarse = rMax(profile, {.refining = Refining::coarse}).px - low;
        EXPECT_LT(std::abs(fine), 1e-4 * R) << R;
        EXPECT_GT(std::abs(coarse), 2 * std::abs(fine)) << R;
        EXPECT_LT(std::abs(coarse), 2e-3 * R) << R;
    }
}

TEST(SmallRadii, AreRoundOnTheSample) {
    const double aspect = 1.3, q0 = 7.0155866698 / 10;
    const CorrelationMap map =
        mapOf(40, [&](double X0, double Y0) { return j0(q0 * std::hypot(X0 / std::sqrt(aspect), Y0 * std::sqrt(aspect))); });
    const FineCurve curve = fineCurve(map, aspect);

    for (std::size_t i = 0; i < curve.r.size(); ++i)
        EXPECT_NEAR(curve.value[i], j0(q0 * curve.r[i]), 2e-3) << curve.r[i];
    EXPECT_GT(curve.r.back(), 20);
}

TEST(SmallRadii, ReachNoFartherThanTheMapAndNotOverWhatIsUndefined) {
    EXPECT_LE(fineCurve(mapOf(15, [](double, double) { return 1; }), 1).r.back(), 10);
    EXPECT_TRUE(fineCurve(mapOf(3, [](double, double) { return 1; }), 1).r.size() <= 1);
    const auto hole = [](double X0, double Y0) { return X0 == 4 && Y0 == 3 ? std::numeric_limits<double>::quiet_NaN() : 1; };
    EXPECT_TRUE(fineCurve(mapOf(40, hole), 1).r.empty());
    EXPECT_TRUE(fineCurve(CorrelationMap(), 1).r.empty());
}

TEST(SmallRadii, OfSeveralMapsAreThoseOfEach) {
    for (const int maxLag : {40, 30, 18, 7}) {
        std::vector<CorrelationMap> maps;
        for (int i = 0; i < 6; ++i)
            maps.push_back(mapOf(maxLag, [&](double X0, double Y0) { return std::cos(0.1 * i * X0 + 0.2 * Y0); }));
        FineCurves curves(1.1, maps.size(), maxLag);
        for (int Y0 = 0; Y0 <= maxLag; ++Y0) {
            std::vector<const double*> rows;
            for (const CorrelationMap& map : maps)
                rows.push_back(map.values().data() + Y0 * (2 * maxLag + 1) + maxLag);
            curves.add(Y0, rows);
        }
        for (std::size_t i = 0; i < maps.size(); ++i) {
            const FineCurve one = fineCurve(maps[i], 1.1);
            EXPECT_FALSE(one.r.empty());
            EXPECT_EQ(curves.of(i).r, one.r);
            EXPECT_EQ(curves.of(i).value, one.value);
        }
    }
}

TEST(SmallRadii, AreReadByTheSincSampleBySample) {
    constexpr int maxLag = 30;
    const CorrelationMap map = mapOf(maxLag, [](double x, double y) { return std::cos(0.3 * x + 0.1 * y) + 0.01 * x * y; });

    const FineCurve curve = fineCurve(map, 1);

    ASSERT_EQ(curve.r.size(), 97u);
    for (std::size_t step = 0; step < curve.r.size(); ++step) {
        const double r = double(step) / fineStepsAPixel;
        const int count = std::max(8, int(std::ceil(25 * r)));
        double sum = 0;
        for (int k = 0; k < count; ++k) {
            const double x = r * std::cos(2 * std::numbers::pi * k / count), y = r * std::sin(2 * std::numbers::pi * k / count);
            const int left = int(std::floor(x)), top = int(std::floor(y));
            const SincWeights across = sincWeights(x - left), down = sincWeights(y - top);
            for (int j = 0; j < 2 * sincTaps; ++j)
                for (int i = 0; i < 2 * sincTaps; ++i)
                    sum +=
                        across[std::size_t(i)] * down[std::size_t(j)] * map.at(left + i - sincTaps + 1, top + j - sincTaps + 1);
        }
        EXPECT_EQ(curve.r[step], r);
        EXPECT_NEAR(curve.value[step], sum / count, 1e-13) << r;
    }
}

TEST(SincWeights, AreASincUnderKaisersWindow) {
    for (const double place : {0.0, 1e-9, 0.25, 0.5, 0.7, 1.0}) {
        SincWeights expected;
        double sum = 0;
        for (int i = 0; i < 2 * sincTaps; ++i) {
            const double u = place - (i - sincTaps + 1), part = u / sincTaps;
            const double sinc = u == 0 ? 1 : std::sin(std::numbers::pi * u) / (std::numbers::pi * u);
            sum += expected[std::size_t(i)] = sinc * std::cyl_bessel_i(0, 6 * std::sqrt(std::max(0.0, 1 - part * part)));
        }
        const SincWeights weights = sincWeights(place);
        for (std::size_t i = 0; i < weights.size(); ++i)
            EXPECT_NEAR(weights[i], expected[i] / sum, 1e-15) << place << ", " << i;
    }
}

TEST(SmallRadii, LeaveLargeLengthsAsTheyAre) {
    const Curves curves = curvesOf([](double r) { return j0(0.18 * r); }, 60);

    EXPECT_EQ(rMax(curves.quarter, {}).px, rMax(curves.whole, {}).px);
}

}  // namespace
}  // namespace coarsen
