// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/known_filters.hpp"

#include "core/convolve/frequency_response.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace coarsen {
namespace {

using testing::ElementsAre;

/// Sum of taps times a function of their place from the middle.
double applied(const Filter& filter, const std::function<double(double, double)>& picture) {
    double sum = 0;
    for (int y = 0; y < filter.height; ++y)
        for (int x = 0; x < filter.width; ++x)
            sum += static_cast<double>(filter.at(x, y)) * picture(x - (filter.width - 1) / 2, y - (filter.height - 1) / 2);
    return sum;
}

TEST(GaussianFilter, DampsACosineAsItsTransformSays) {
    for (const double sigma : {0.8, 2.0, 7.5})
        for (const double q : {0.1, 0.3, 1.0}) {
            const double passed =
                applied(gaussianFilter(sigma), [&](double x, double y) { return std::cos(q * (0.6 * x + 0.8 * y)); });
            EXPECT_NEAR(passed, std::exp(-q * q * sigma * sigma / 2), 2e-4) << sigma << ", " << q;  // cut at 4 sigma: 6e-5
        }
}

TEST(GaussianFilter, IsCutAtFourSigmaOrWhereItIsTold) {
    EXPECT_EQ(gaussianFilter(2).width, 17);
    EXPECT_EQ(gaussianFilter(0.3).width, 5);
    EXPECT_EQ(gaussianFilter(2, 6).width, 6);
    const auto one = [](double, double) { return 1.0; };
    EXPECT_NEAR(applied(gaussianFilter(2, 6), one), 1, 1e-6);
    const Filter even = gaussianFilter(2, 6);
    EXPECT_EQ(even.at(2, 2), *std::ranges::max_element(even.taps)) << "its middle";
}

TEST(MeanFilter, IsAsWideAsItsGaussian) {
    EXPECT_THAT(meanFilter(2).taps, ElementsAre(0.25F, 0.25F, 0.25F, 0.25F));
    for (const double sigma : {0.3, 1.0, 5.0, 20.0}) {
        const int side = sideOfMean(sigma);
        const auto variance = applied(meanFilter(side), [](double x, double) { return x * x; });
        EXPECT_EQ(side % 2, 1);
        EXPECT_NEAR(std::sqrt(12 * variance + 1), std::sqrt(12 * sigma * sigma + 1), 1.001) << "the nearest odd side";
    }
}

TEST(LaplacianFilter, OfAParabolaIsExact) {
    for (const auto& [sigma, side] : {std::pair{1.0, 0}, {4.0, 0}, {1.0, 3}, {2.0, 8}}) {
        const Filter filter = laplacianFilter(sigma, side);
        EXPECT_NEAR(applied(filter, [](double x, double y) { return 3 * x * x - 0.5 * y * y + 2 * x - 7; }), 5, 1e-3) << side;
        EXPECT_NEAR(applied(filter, [](double, double) { return 1.0; }), 0, 1e-6);
    }
    EXPECT_THAT(laplacianFilter(5, 3).taps, ElementsAre(0, 1, 0, 1, -4, 1, 0, 1, 0));
}

TEST(DifferenceOfGaussians, PassesWhatLiesBetween) {
    const Filter filter = differenceOfGaussians(1, 4);
    EXPECT_EQ(filter.width, 33);
    for (const double q : {0.02, 0.3, 0.5, 2.0}) {
        const double passed = applied(filter, [&](double x, double) { return std::cos(q * x); });
        EXPECT_NEAR(passed, std::exp(-q * q / 2) - std::exp(-8 * q * q), 3e-4) << q;
    }
}

TEST(GaborFilter, PassesItsWaveAndNoOther) {
    const Filter filter = gaborFilter(8, 14, 30);
    const auto wave = [](double wavelength, double angleDeg) {
        const double q = 2 * std::numbers::pi / wavelength, angle = angleDeg * std::numbers::pi / 180;
        return [=](double x, double y) { return std::cos(q * (x * std::cos(angle) + y * std::sin(angle))); };
    };
    EXPECT_NEAR(applied(filter, wave(14, 30)), 1, 1e-5);
    EXPECT_LT(std::abs(applied(filter, wave(14, -60))), 0.01) << "across";
    EXPECT_LT(std::abs(applied(filter, wave(14, -30))), 0.01) << "y runs down";
    EXPECT_LT(std::abs(applied(filter, wave(28, 30))), 0.25);
    EXPECT_NEAR(applied(filter, [](double, double) { return 1.0; }), 0, 1e-5);
}

double responseAt(const FrequencyResponse& response, double q) {
    const auto at = std::ranges::lower_bound(response.q, q);
    return response.value[static_cast<std::size_t>(at - response.q.begin())];
}

TEST(FrequencyResponse, OfAGaussianIsAGaussian) {
    for (const double sigma : {1.5, 3.0, 90.0}) {
        const FrequencyResponse response = frequencyResponse(gaussianFilter(sigma));
        EXPECT_EQ(response.value.front(), 1);
        EXPECT_NEAR(response.q.back(), std::numbers::pi, 0.01);
        for (std::size_t i = 0; i < response.q.size(); ++i)
            ASSERT_NEAR(response.value[i], std::exp(-std::pow(response.q[i] * sigma, 2) / 2), 2e-3)
                << sigma << ", " << response.q[i];
    }
}

TEST(FrequencyResponse, IsOneAtItsLargestAndCountsEveryDirectionAlike) {
    const FrequencyResponse wave = frequencyResponse(gaborFilter(8, 14, 0)), turned = frequencyResponse(gaborFilter(8, 14, 90));
    const auto largest = std::ranges::max_element(wave.value);
    EXPECT_EQ(*largest, 1);
    EXPECT_NEAR(wave.q[static_cast<std::size_t>(largest - wave.value.begin())], 2 * std::numbers::pi / 14, 0.03);
    for (const double q : {0.2, 0.4, 0.5, 0.7})
        EXPECT_NEAR(responseAt(wave, q), responseAt(turned, q), 1e-4) << q;
    EXPECT_TRUE(frequencyResponse({2, 1, {0, 0}}).q.empty());
}

TEST(FrequencyResponse, IsThatOfTheShapeOfPixels) {
    // Twice as high as wide: in units of sqrt(px py) the Gaussian is narrower along x and wider along y by sqrt 2.
    const FrequencyResponse response = frequencyResponse(gaussianFilter(3), 2);
    const double q = 0.2;
    double mean = 0;
    constexpr int directions = 720;
    for (int k = 0; k < directions; ++k) {
        const double angle = 2 * std::numbers::pi * k / directions;
        const double x = q * std::cos(angle) / std::sqrt(2.0), y = q * std::sin(angle) * std::sqrt(2.0);
        mean += std::exp(-9 * (x * x + y * y) / 2) / directions;
    }
    EXPECT_NEAR(responseAt(response, q), mean, 0.01);
    EXPECT_GT(std::abs(responseAt(frequencyResponse(gaussianFilter(3)), q) - mean), 0.015) << "else the shape would not show";
}

}  // namespace
}  // namespace coarsen
