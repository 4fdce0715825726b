// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/maxima.hpp"

#include "core/correlate/engines.hpp"
#include "core/measure/lengths.hpp"
#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace coarsen {
namespace {

constexpr double firstMaximumOfJ0 = 7.0155866698;

/// A ring's C1D with its maximum near R.
double ringLikeC1d(double r, double R) {
    return std::exp(-r * r / (6 * R * R)) * j0(firstMaximumOfJ0 * r / R);
}

/// Particles 20.5 px apart, on a background that lifts C1D: its zero lies at 0.55 of the distance, as in pictures of colloids.
double liftedC1d(double r) {
    return 0.55 * std::exp(-r * r / 50) + 0.25 * std::exp(-r / 60) * j0(firstMaximumOfJ0 * r / 20.5) + 0.2 * std::exp(-r / 40) -
           0.06;
}

MeasureSettings by(MaximumRule rule) {
    MeasureSettings settings;
    settings.maximum = rule;
    return settings;
}

TEST(MaximumRule, FindsTheFirstMaximumWhereC1dIsLifted) {
    const RadialProfile profile = profileOf(liftedC1d, 100);
    ASSERT_GT(2 * rZero(profile, {}).px, 21);  // the bracket begins beyond it

    const LengthScale length = rMax(profile, {});

    EXPECT_EQ(length.quality, Quality::good);
    double truth = 15;
    for (double r = truth; r < 25; r += 0.01)
        if (liftedC1d(r) > liftedC1d(truth)) truth = r;
    EXPECT_NEAR(length.px, truth, 0.1);
    EXPECT_NE(rMax(profile, by(MaximumRule::bracket)).quality, Quality::good);
}

TEST(MaximumRule, GivesTheBracketsNumberWhereC1dIsNotLifted) {
    for (const double R : {24.0, 61.3, 88.0}) {
        const RadialProfile profile = profileOf([&](double r) { return ringLikeC1d(r, R); }, 250);
        EXPECT_EQ(rMax(profile, {}).px, rMax(profile, by(MaximumRule::bracket)).px);
    }
}

TEST(MaximumRule, PassesOverWhatChanceGivesUnlessAskedForTheFirst) {
    const auto profile = [](double height) {  // a small maximum at 25 px before a large one at 70
        return profileOf(
            [=](double r) {
                return (r < 15 ? 1 - r / 12.5 : -0.2) + height * std::exp(-std::pow((r - 25) / 4, 2)) +
                       0.3 * std::exp(-std::pow((r - 70) / 12, 2));
            },
            140);
    };
    RadialProfile passedOver = profile(0.02);
    passedOver.pairs.assign(passedOver.size(), 1e5);  // T = 0.02 * sqrt(1e5) / 25 = 0.25

    EXPECT_NEAR(rMax(passedOver, {}).px, 70, 1);
    EXPECT_NEAR(rMax(passedOver, by(MaximumRule::first)).px, 25, 1);
    EXPECT_NEAR(rMax(profile(0.1), {}).px, 25, 1);  // T = 4
}

TEST(MaximumRule, WithoutASignificantOneTakesTheMostSignificantAndCallsItWeak) {
    RadialProfile profile =
        profileOf([](double r) { return (r < 15 ? 1 - r / 12.5 : -0.2) + 0.2 * std::exp(-std::pow((r - 60) / 12, 2)); }, 120);
    profile.pairs.assign(profile.size(), 9e4);  // T = 0.2 * 300 / 60 = 1
    EXPECT_EQ(rMax(profile, {}).quality, Quality::good);
    profile.pairs.assign(profile.size(), 4e4);

    const LengthScale length = rMax(profile, {});

    EXPECT_EQ(length.quality, Quality::weak);
    EXPECT_NEAR(length.px, 60, 1);
    EXPECT_EQ(length.message, "Weak peak: it stands 0.72 times as high as chance explains with so few domains (1 is the limit)");
}

TEST(Maxima, TakeRipplesOnATopTogether) {
    RadialProfile profile = profileOf([](double r) { return ringLikeC1d(r, 60); }, 150);
    profile.value[55] += 0.0005;
    profile.value[63] += 0.0005;
    profile.pairs.assign(profile.size(), 1.8e5);

    const std::vector<ProfileMaximum> maxima = maximaOf(profile, 0.005);

    ASSERT_FALSE(maxima.empty());
    EXPECT_NEAR(profile.r[maxima.front().sample], 60, 3);
    EXPECT_TRUE(maxima.size() == 1 || profile.r[maxima[1].sample] > 100);
}

TEST(Maxima, ThatStillRiseAtTheEndAreSaidToBeThere) {
    const std::vector<ProfileMaximum> maxima =
        maximaOf(profileOf([](double r) { return j0(firstMaximumOfJ0 * r / 100); }, 90), 0.005);

    ASSERT_EQ(maxima.size(), 1u);
    EXPECT_TRUE(maxima.front().isAtEnd);
}

TEST(Significance, IsTheRiseTimesTheRootOfTheDomainsAndInfiniteWithoutPairs) {
    RadialProfile profile = profileOf([](double r) { return j0(firstMaximumOfJ0 * r / 40); }, 100);
    const double amplitude = noiseFreeAmplitude(profile);
    ASSERT_NEAR(amplitude, 1, 0.002);

    EXPECT_NEAR(significanceOf(0.5, 40, profile), 0.5 * std::sqrt(1e6) / 40, 0.05);
    profile.pairs.clear();
    EXPECT_EQ(significanceOf(0.5, 40, profile), std::numeric_limits<double>::infinity());
}

TEST(NoiseFreeAmplitude, LeavesTheSpikeOfNoiseOut) {
    for (const double share : {1.0, 0.5, 0.1}) {
        const RadialProfile profile = profileOf([=](double r) { return r == 0 ? 1 : share * ringLikeC1d(r, 40); }, 100);
        EXPECT_NEAR(noiseFreeAmplitude(profile), share, 0.01 * share);
    }
}

TEST(MaximumRule, CallsAClearPeakGoodThoughTheImageIsMostlyNoise) {
    const RadialProfile profile = profileOf([](double r) { return r == 0 ? 1 : 0.08 * ringLikeC1d(r, 40); }, 100);

    EXPECT_EQ(rMax(profile, {}).quality, Quality::good);
    EXPECT_EQ(rMax(profile, by(MaximumRule::bracket)).quality, Quality::weak);
}

Quality qualityOf(const Image& image) {
    const int maxLag = std::min(image.width(), image.height()) / 3;
    const CorrelationMap map = correlate({image, {}}, {}, MeanMode::global, NormMode::count, maxLag, cpuFftEngine());
    return rMax(AzimuthalAverager(maxLag)(map), {}).quality;
}

TEST(StructurelessImages, AreNeverGood) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        const Image white = pictureOf(240, 200, [&](double, double) { return normal(random); });
        std::vector<double> discs(240 * 200);
        for (int i = 0; i < 70; ++i) {
            const int x = static_cast<int>(random() % 240), y = static_cast<int>(random() % 200);
            for (int dy = -8; dy <= 8; ++dy)
                for (int dx = -8; dx <= 8; ++dx)
                    if (dx * dx + dy * dy <= 64 && x + dx >= 0 && x + dx < 240 && y + dy >= 0 && y + dy < 200)
                        discs[static_cast<std::size_t>((y + dy) * 240 + x + dx)] = 1;
        }
        const Image particles =
            pictureOf(240, 200, [&](double x, double y) { return discs[static_cast<std::size_t>(y * 240 + x)]; });
        const double slope = 0.05 + 0.02 * seed;
        const Image ramp = pictureOf(240, 200, [&](double x, double y) { return std::floor(slope * (x + 0.4 * y)); });
        for (const Image* image : {&white, &particles, &ramp})
            EXPECT_NE(qualityOf(*image), Quality::good) << seed;
    }
}

}  // namespace
}  // namespace coarsen
