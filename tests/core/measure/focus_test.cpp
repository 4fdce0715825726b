// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/focus.hpp"

#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace coarsen {
namespace {

constexpr double rMaxPx = 30;

/// Waves of mean wave number q and relative width w, the rest of the variance white noise.
RadialProfile ringProfile(double width, double noise) {
    constexpr double q = 2 * std::numbers::pi * 1.1166 / rMaxPx;
    RadialProfile profile = profileOf(
        [=](double r) {
            const double ring = std::cyl_bessel_j(0.0, q * r) * std::exp(-width * width * q * q * r * r / 2);
            return r == 0 ? 1 : (1 - noise) * ring;
        },
        100);
    profile.variance = 400;
    return profile;
}

TEST(Focus, OfOneWaveIsItsDeviationAndASharpnessOfOne) {
    const Focus clean = focusOf(ringProfile(0, 0), rMaxPx), noisy = focusOf(ringProfile(0, 0.4), rMaxPx);

    EXPECT_NEAR(clean.contrast, 20, 0.01);
    EXPECT_NEAR(noisy.contrast, 20 * std::sqrt(0.6), 0.01);
    EXPECT_NEAR(clean.sharpness, 1, 0.01);
    EXPECT_NEAR(noisy.sharpness, 1, 0.01);
}

TEST(Focus, TellsTheWidthOfARing) {
    for (const double width : {0.05, 0.1, 0.15, 0.25})
        EXPECT_NEAR(focusOf(ringProfile(width, 0.2), rMaxPx).width, width, 0.01 + 0.1 * width);
}

TEST(Focus, IsNotKnownWithoutALengthOrAProfile) {
    EXPECT_TRUE(std::isnan(focusOf(ringProfile(0.1, 0), std::nan("")).sharpness));
    EXPECT_FALSE(std::isnan(focusOf(ringProfile(0.1, 0), std::nan("")).contrast));
    EXPECT_TRUE(std::isnan(focusOf({}, 30).contrast));
}

}  // namespace
}  // namespace coarsen
