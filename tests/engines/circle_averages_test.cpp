// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU's averages over circles against core's, from the same lag sums.
#include "core/measure/small_radii.hpp"
#include "core/measure/uncertainty.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"
#include "gpu/measure/circle_tables.hpp"
#include "gpu/preprocess/kernels/final_image.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace coarsen::gpu {
namespace {

constexpr int images = SubImageSums::images;

std::vector<Device> usableGpus() {
    std::vector<Device> usable;
    for (const Device& device : devices().devices)
        if (device.unavailable.empty()) usable.push_back(device);
    return usable;
}

struct Case {
    const char* name;
    int maxLag = 40, subLag = 40;
    double aspect = 1;
    bool isMasked = true;
    double holes = 0;  ///< part of the offsets that have too few pairs
    bool isPerPair = true;
};

/// Lag sums of one picture and their pairs.
struct Sums {
    int maxLag = 0;
    std::vector<float> sums, pairs;
};

constexpr int width = 300, height = 220, subWidth = 100, subHeight = 110;

std::size_t placeOf(int maxLag, int X0, int Y0) {
    return static_cast<std::size_t>(Y0 * (2 * maxLag + 1) + X0 + maxLag);
}

Sums randomSums(int across, int down, int maxLag, const Case& which, std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(0, 1);
    Sums sums{maxLag, {}, {}};
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
            double pairs = (across - std::abs(X0)) * (down - Y0);
            if (which.isMasked) pairs -= std::floor(0.2 * pairs * uniform(random));
            if (uniform(random) < which.holes && std::abs(X0) + Y0 > 12) pairs = 1;
            sums.pairs.push_back(static_cast<float>(pairs));
            const double c = std::exp(-0.05 * std::hypot(X0, Y0)) * std::cos(0.3 * X0 + 0.1 * Y0) + 0.05 * uniform(random);
            sums.sums.push_back(static_cast<float>(100 * pairs * c));
        }
    for (int Y0 = 0, X0 = 1; X0 <= maxLag; ++X0) {  // alike on both sides, as an autocorrelation is
        sums.sums[placeOf(maxLag, -X0, Y0)] = sums.sums[placeOf(maxLag, X0, Y0)];
        sums.pairs[placeOf(maxLag, -X0, Y0)] = sums.pairs[placeOf(maxLag, X0, Y0)];
    }
    return sums;
}

constexpr double undefined = std::numeric_limits<double>::quiet_NaN(), fewestPairs = 600;

CorrelationMap mapOfWhole(const Sums& whole, const Case& which, const ImageStatistics& statistics) {
    std::vector<double> values, counts;
    for (std::size_t i = 0; i < whole.sums.size(); ++i) {
        const double n = whole.pairs[i], norm = statistics.energy / (which.isPerPair ? statistics.count / n : 1);
        values.push_back(n < fewestPairs ? undefined : whole.sums[i] / norm);
        counts.push_back(n);
    }
    values[placeOf(whole.maxLag, 0, 0)] = 1;
    return {whole.maxLag, true, values, counts};
}

CorrelationMap mapWithout(int left, const std::vector<Sums>& subs) {
    const int maxLag = subs.front().maxLag;
    const auto sumOf = [&](auto which, std::size_t place) {
        double sum = 0;
        for (int image = 0; image < images; ++image)
            if (image != left) sum += (subs[static_cast<std::size_t>(image)].*which)[place];
        return sum;
    };
    const std::size_t origin = placeOf(maxLag, 0, 0);
    const double variance = sumOf(&Sums::sums, origin) / sumOf(&Sums::pairs, origin);
    std::vector<double> values, counts;
    for (std::size_t i = 0; i < subs.front().sums.size(); ++i) {
        const double n = sumOf(&Sums::pairs, i);
        values.push_back(n < 32 ? undefined : sumOf(&Sums::sums, i) / (n * variance));
        counts.push_back(n);
    }
    return {maxLag, true, values, counts};
}

void expectNear(const std::vector<double>& answer, const std::vector<double>& expected, double tolerance, const char* what) {
    ASSERT_EQ(answer.size(), expected.size()) << what;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i]))
            EXPECT_TRUE(std::isnan(answer[i])) << what << " at " << i;
        else
            EXPECT_NEAR(answer[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i]))) << what << " at " << i;
    }
}

using Parameters = std::tuple<Device, Case>;
class CircleAverages : public testing::TestWithParam<Parameters> {};

const Case cases[] = {
    {.name = "Plain"},
    {.name = "Energy", .isPerPair = false},
    {.name = "FullRectangles", .isMasked = false},
    {.name = "SmallerSubImages", .subLag = 25},
    {.name = "OblongPixels", .aspect = 1.3},
    {.name = "OblongPixelsInSmallerSubImages", .subLag = 25, .aspect = 0.7},
    {.name = "Holes", .holes = 0.004},
    {.name = "HolesEverywhere", .subLag = 25, .aspect = 1.2, .holes = 0.5},
    {.name = "ShorterThanFineCircles", .maxLag = 9, .subLag = 7},
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CircleAverages);
INSTANTIATE_TEST_SUITE_P(All, CircleAverages, testing::Combine(testing::ValuesIn(usableGpus()), testing::ValuesIn(cases)),
                         [](const auto& instance) {
                             return std::string(std::get<Case>(instance.param).name) + "_" +
                                    std::to_string(std::get<Device>(instance.param).index);
                         });

TEST_P(CircleAverages, AreCoresWithinRounding) {
    const auto& [device, which] = GetParam();
    device.makeCurrent();
    std::mt19937 random(7);
    const Sums whole = randomSums(width, height, which.maxLag, which, random);
    std::vector<Sums> subs;
    std::vector<float> subSums, subPairs;
    for (int image = 0; image < images; ++image) {
        subs.push_back(randomSums(subWidth, subHeight, which.subLag, which, random));
        subSums.insert(subSums.end(), subs.back().sums.begin(), subs.back().sums.end());
        subPairs.insert(subPairs.end(), subs.back().pairs.begin(), subs.back().pairs.end());
    }
    if (which.holes > 0)  // the same offsets have few pairs in all of them, or they would have enough together
        for (std::size_t i = 0; i < subPairs.size(); ++i) {
            const std::size_t place = i % subs.front().pairs.size();
            if (subs.front().pairs[place] == 1) subPairs[i] = subs[i / subs.front().pairs.size()].pairs[place] = 1;
        }
    const ImageStatistics statistics{60000, 0, 6.1e6, -1, 1};

    const CircleTables tables(which.maxLag, which.aspect, true);
    const auto sumsThere = deviceCopy(whole.sums), subSumsThere = deviceCopy(subSums);
    const auto pairsThere = deviceCopy(whole.pairs), subPairsThere = deviceCopy(subPairs);
    const auto statisticsThere = deviceCopy(std::vector<ImageStatistics>{statistics});
    const DeviceBuffer<double> foldedWhole(foldedSize(which.maxLag, wholeLanes)), foldedSubs(foldedSize(which.subLag, subLanes));
    const auto circles = static_cast<std::size_t>(which.maxLag) + 1, subCircles = static_cast<std::size_t>(which.subLag) + 1;
    const int fineCircles = tables.circles().fineCirclesWithin(which.maxLag),
              subFineCircles = tables.circles().fineCirclesWithin(which.subLag);
    const DeviceBuffer<double> values(circles), pairs(circles), scatter(circles), axes(2 * circles),
        fine(static_cast<std::size_t>(fineCircles)), subValues(images * subCircles),
        subFine(static_cast<std::size_t>(images * subFineCircles));
    AveragesTask task{};
    task.whole = {sumsThere.get(), which.isMasked || which.holes > 0 ? pairsThere.get() : nullptr,
                  width,           height,
                  which.maxLag,    fewestPairs,
                  which.isPerPair, statisticsThere.get()};
    task.subs = {subSumsThere.get(), which.isMasked || which.holes > 0 ? subPairsThere.get() : nullptr, subWidth, subHeight,
                 which.subLag};
    task.aspect = which.aspect;
    task.rows = tables.rows();
    task.fineCircles = fineCircles;
    task.subFineCircles = subFineCircles;
    task.foldedWhole = foldedWhole.get();
    task.foldedSubs = foldedSubs.get();
    task.axes = axes.get();
    task.values = values.get();
    task.pairs = pairs.get();
    task.scatter = scatter.get();
    task.fine = fine.get();
    task.subValues = subValues.get();
    task.subFine = subFine.get();
    const Stream stream;
    check(launchAverages(task, stream.get()), "average over circles");
    stream.wait();

    const CorrelationMap map = mapOfWhole(whole, which, statistics);
    const RadialProfile expected = AzimuthalAverager(which.maxLag, AzimuthRule::bilinear, which.aspect)(map);
    expectNear(hostCopy(values.get(), circles), expected.value, 1e-13, "C1D");
    expectNear(hostCopy(pairs.get(), circles), expected.pairs, 1e-13, "pairs");
    expectNear(hostCopy(scatter.get(), circles), expected.scatter, 1e-7, "scatter");  // the root of a difference
    const AxisValues along = alongAxes(map);
    std::vector<double> expectedAxes = along.right;
    expectedAxes.insert(expectedAxes.end(), along.down.begin(), along.down.end());
    expectNear(hostCopy(axes.get(), 2 * circles), expectedAxes, 1e-13, "axes");
    const auto expectFine = [&](const std::vector<double>& answer, const FineCurve& curve) {
        if (curve.value.empty())  // core gives none where an offset is undefined
            EXPECT_TRUE(answer.empty() || std::ranges::any_of(answer, [](double value) { return std::isnan(value); }));
        else
            expectNear(answer, curve.value, 1e-13, "C1D at quarter pixels");
    };
    expectFine(hostCopy(fine.get(), static_cast<std::size_t>(fineCircles)), fineCurve(map, which.aspect));
    for (int left = 0; left < images; ++left) {
        const CorrelationMap without = mapWithout(left, subs);
        const auto image = static_cast<std::size_t>(left);
        expectNear(hostCopy(subValues.get() + image * subCircles, subCircles),
                   AzimuthalAverager(which.subLag, AzimuthRule::bilinear, which.aspect).valuesWhereDefined(without).value, 1e-12,
                   "a replicate");
        expectFine(
            hostCopy(subFine.get() + image * static_cast<std::size_t>(subFineCircles), static_cast<std::size_t>(subFineCircles)),
            fineCurve(without, which.aspect));
    }
}

}  // namespace
}  // namespace coarsen::gpu
