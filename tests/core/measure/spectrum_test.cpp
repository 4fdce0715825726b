// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/engines.hpp"
#include "core/measure/anisotropy.hpp"
#include "core/measure/structure_factor.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace coarsen {
namespace {

Image ring(double rMaxPx, double ringWidth, int seed, double noise = 0) {
    RingSettings settings;
    settings.width = 750;
    settings.height = 500;
    settings.law = RingLaw::constant;
    settings.rMaxFromPx = rMaxPx;
    settings.ringWidth = ringWidth;
    settings.bits = 16;
    settings.seed = static_cast<std::uint64_t>(seed);
    settings.faults.noise = noise;
    return ringFrame(settings, 0).image;
}

struct Means {
    double moment = 0, peak = 0;
};

Means meanLengths(double rMaxPx, double ringWidth, double noise = 0) {
    constexpr int images = 8;
    Means means;
    for (int seed = 1; seed <= images; ++seed) {
        const StructureFactor factor = structureFactor({ring(rMaxPx, ringWidth, seed, noise), {}});
        means.moment += firstMomentLength(factor).px / images;
        means.peak += spectrumPeakLength(factor).px / images;
    }
    return means;
}

TEST(StructureFactor, GivesTheConstantsOfTheStudy) {  // science/other-lengths.md: value / R_max, one-image sd 1.5 and 5 %
    const Means narrow = meanLengths(40, 0.15), broad = meanLengths(40, 0.3);

    EXPECT_NEAR(narrow.moment / 40, 0.926, 0.02);
    EXPECT_NEAR(narrow.peak / 40, 0.93, 0.04);
    EXPECT_NEAR(broad.moment / 40, 0.999, 0.04);
    EXPECT_NEAR(broad.peak / 40, 1.00, 0.08);
}

TEST(StructureFactor, HasNoBiasFromWhiteNoiseOnceItsFloorIsOff) {
    EXPECT_NEAR(meanLengths(40, 0.15, 1).moment / meanLengths(40, 0.15).moment, 1, 0.02);  // noise as strong as the pattern
}

TEST(StructureFactor, OfAWaveHasItsPeakAtTheWavelength) {
    std::vector<float> pixels;
    for (int y = 0; y < 300; ++y)
        for (int x = 0; x < 400; ++x)
            pixels.push_back(static_cast<float>(std::sin(2 * std::numbers::pi * x / 23.5)));

    // A quarter of a ring: 2 pi / 300 against 2 pi / 23.5.
    EXPECT_NEAR(spectrumPeakLength(structureFactor({Image(400, 300, std::move(pixels)), {}})).px, 23.5, 0.5);
}

TEST(StructureFactor, IgnoresMaskedPixels) {
    const Image clean = ring(30, 0.15, 3);
    std::vector<std::uint16_t> dirty(clean.plane<std::uint16_t>().begin(), clean.plane<std::uint16_t>().end());
    std::vector<std::uint8_t> valid(dirty.size(), 1);
    for (std::size_t i = 0; i < dirty.size(); i += 977) {
        dirty[i] = 65535;
        valid[i] = 0;
    }
    const MaskedImage masked{Image(750, 500, dirty), Mask(750, 500, valid)};

    EXPECT_NEAR(firstMomentLength(structureFactor(masked)).px / firstMomentLength(structureFactor({clean, {}})).px, 1, 0.003);
}

TEST(StructureFactor, OfAFlatOrTinyImageIsNone) {
    EXPECT_TRUE(structureFactor({Image(40, 40, std::vector<float>(1600, 3)), {}}).isEmpty());
    EXPECT_TRUE(structureFactor({randomImage(12, 40, PixelType::u8), {}}).isEmpty());
    EXPECT_FALSE(firstMomentLength({}).isFound());
    EXPECT_FALSE(spectrumPeakLength({}).isFound());
}

/// C2D = J0(q r) with r measured in a frame that is turned and stretched by `ratio` along `degrees`.
CorrelationMap stretchedRingPattern(double ratio, double degrees, int maxLag = 60) {
    const double turn = degrees * std::numbers::pi / 180;
    std::vector<double> values;
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
            const double along = (X0 * std::cos(turn) + Y0 * std::sin(turn)) / std::sqrt(ratio);
            const double across = (-X0 * std::sin(turn) + Y0 * std::cos(turn)) * std::sqrt(ratio);
            values.push_back(std::cyl_bessel_j(0.0, 0.16 * std::hypot(along, across)));
        }
    std::vector<double> pairs(values.size(), 1000);
    return {maxLag, true, std::move(values), std::move(pairs)};
}

TEST(Anisotropy, FindsRatioAndAngleOfStretchedRings) {
    for (const double ratio : {1.1, 1.5, 2.5})
        for (const double degrees : {0.0, 30.0, 90.0, 155.0}) {
            const Anisotropy found = anisotropy(stretchedRingPattern(ratio, degrees));

            EXPECT_NEAR(found.elongation, ratio - 1, 0.01 * ratio) << degrees;
            const double off = std::remainder(found.angleDeg - degrees, 180.0);
            EXPECT_NEAR(off, 0, 0.5) << ratio << " at " << degrees;
            EXPECT_NEAR(found.radiusPx, 2.40483 / 0.16, 0.1);  // the first zero of J0
        }
}

TEST(Anisotropy, OfRoundRingsIsNone) {
    EXPECT_NEAR(anisotropy(stretchedRingPattern(1, 0)).elongation, 0, 1e-3);
}

TEST(Anisotropy, OfAnIsotropicPatternIsWithinItsNoise) {
    const MaskedImage image{ring(25, 0.15, 5), {}};
    const CorrelationMap map = correlate(image, {}, MeanMode::global, NormMode::count, 120, cpuFftEngine(), 1);

    EXPECT_LT(anisotropy(map).elongation, 0.05);  // 600 domains
}

TEST(Anisotropy, CountsInMicrometresWherePixelsAreOblong) {
    EXPECT_NEAR(anisotropy(stretchedRingPattern(1.5, 0), 1.5).elongation, 0,
                0.01);  // 1.5 times as many pixels along the narrow ones
}

TEST(Anisotropy, WithoutAZeroIsNotFound) {
    const std::vector<double> ones(41 * 21, 1);
    EXPECT_FALSE(anisotropy({20, true, ones, ones}).isFound());
    EXPECT_FALSE(anisotropy({}).isFound());
}

}  // namespace
}  // namespace coarsen
