// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"

#include "core/correlate/engines.hpp"
#include "core/measure/level_crossing.hpp"
#include "core/measure/maxima.hpp"
#include "core/measure/small_radii.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <random>

namespace coarsen {
namespace {

TEST(Lengths, OfJ0AreItsZeroMinimumAndMaximum) {
    for (const double R : {20.0, 61.3, 88.0}) {
        const double q0 = 7.0155866698 / R;
        const RadialProfile profile = profileOf([&](double r) { return j0(q0 * r); }, 250);

        EXPECT_NEAR(rMax(profile, {}).px, R,
                    0.02 + 1e-3 * R);  // science/limits.md: 0.02 px between refinements of one curve; the cubic itself 0.1 %
        EXPECT_EQ(rMax(profile, {}).quality, Quality::good);
        EXPECT_NEAR(rMin(profile, {}).px, 3.8317059702 / q0, 0.02 + 2e-3 * R);
        EXPECT_NEAR(rZero(profile, {}).px, 2.4048255577 / q0, 0.01);
        EXPECT_NEAR(rHalf(profile, {}).px, 1.5211 / q0, 0.02);
    }
}

TEST(RMoment, IsTheCentroidOfTheCentralPeak) {
    const RadialProfile triangle = profileOf([](double r) { return 1 - r / 40.5; }, 60);
    EXPECT_NEAR(rMoment(triangle, {}).px, 40.5 / 3, 1e-9);

    const double q0 = 0.1, zero = 2.4048255577;  // int x J0 = z J1(z), int J0 = 1.4703000 up to the first zero z
    const RadialProfile wave = profileOf([&](double r) { return j0(q0 * r); }, 250);
    EXPECT_NEAR(rMoment(wave, {}).px, zero * std::cyl_bessel_j(1, zero) / 1.4703000 / q0, 0.01);

    EXPECT_FALSE(rMoment(profileOf([](double r) { return std::exp(-r / 30); }, 60), {}).isFound());
}

TEST(RMax, OfAGaussianRingIsItsHankelTransformsMaximum) {
    const double q0 = 0.09, truth = ringRMaxPx(q0, 0.15);
    const RadialProfile profile = profileOf([&](double r) { return ringC1d(r, q0, 0.15); }, 250);

    EXPECT_NEAR(rMax(profile, {}).px, truth, 2e-3 * truth);  // 0.2 %: another correct rule
    EXPECT_NEAR(rMax(profile, {}).c1d, ringC1d(truth, q0, 0.15), 2e-3);
}

TEST(RMax, AtTheEndOfTheRangeIsNoMaximum) {
    const RadialProfile profile = profileOf([](double r) { return j0(7.0156 / 100 * r); }, 98);

    const LengthScale length = rMax(profile, {});

    EXPECT_EQ(length.quality, Quality::edge);
    EXPECT_FALSE(length.isFound());
    EXPECT_NE(length.message.find("increase the largest offset"), std::string::npos);
}

TEST(RMax, AtTheEndOfTheDefinedPartIsNoMaximum) {  // too few pairs beyond: the range ends there
    const double q0 = 7.0155866698 / 100;
    const auto definedTo = [&](double end) {
        return profileOf([=](double r) { return r > end ? std::numeric_limits<double>::quiet_NaN() : j0(q0 * r); }, 150);
    };

    for (const double end : {85.0, 98.0, 100.0})
        EXPECT_EQ(rMax(definedTo(end), {}).quality, Quality::edge) << end;
    EXPECT_EQ(rMax(definedTo(110), {}).quality, Quality::good);
    EXPECT_EQ(rMin(definedTo(50), {}).quality, Quality::none);
}

TEST(RMax, WithoutAMaximumSaysSo) {
    EXPECT_EQ(rMax(profileOf([](double r) { return std::exp(-r / 50); }, 100), {}).quality, Quality::none);
    EXPECT_NE(rMax(profileOf([](double r) { return 1 - r / 60; }, 100), {}).message.find("No second maximum"), std::string::npos);
}

TEST(RMax, BelowTheProminenceIsNone) {
    const auto ripple = [](double height) {
        return profileOf(
            [=](double r) { return r < 20 ? 1 - r / 18 : -0.1 + height / 2 * (1 - std::cos(std::numbers::pi * (r - 20) / 35)); },
            120);
    };
    EXPECT_EQ(rMax(ripple(0.004), {}).quality, Quality::none);
    EXPECT_EQ(rMax(ripple(0.03), {}).quality, Quality::weak);
    EXPECT_EQ(rMax(ripple(0.2), {}).quality, Quality::good);
}

TEST(RMax, IsWeakWhereItsErrorIsBeyondATenthOfIt) {
    const auto flagged = [](Quality quality, double errorPx) {
        LengthScale length;
        length.px = 100;
        length.errorPx = errorPx;
        length.quality = quality;
        flagUncertain(length, {});
        return length;
    };
    EXPECT_EQ(flagged(Quality::good, 9.9).quality, Quality::good);
    EXPECT_EQ(flagged(Quality::good, std::numeric_limits<double>::quiet_NaN()).quality, Quality::good);
    EXPECT_EQ(flagged(Quality::good, 31).quality, Quality::weak);
    EXPECT_EQ(flagged(Quality::good, 31).message.substr(0, 46), "Weak peak: R_max is known to \u00b131 % only (10 %");
    EXPECT_EQ(flagged(Quality::manual, 31).quality, Quality::manual);
}

TEST(RMaxNear, IsTheLocalMaximumNextToTheMarker) {
    const double q0 = 7.0155866698 / 40;
    const RadialProfile profile = profileOf([&](double r) { return j0(q0 * r); }, 150);

    EXPECT_NEAR(rMaxNear(profile, 70, {}).px, 13.3237 / q0, 0.3);  // the third maximum of J0
    EXPECT_EQ(rMaxNear(profile, 70, {}).quality, Quality::manual);
}

LengthScale measured(const Image& image, int maxLag, MeanMode mean = MeanMode::global, NormMode norm = NormMode::count) {
    const CorrelationMap map = correlate({image, {}}, {}, mean, norm, maxLag, cpuFftEngine());
    return rMax(AzimuthalAverager(maxLag)(map), {});
}

TEST(Lattices, AllHaveTheirMaximumAt7Point01559OverQ0) {  // science/limits.md: 0.5 %
    const double a = 30, q = 2 * std::numbers::pi / a, root3 = std::sqrt(3.0);
    const auto stripes = [&](double x, double) { return 100 + 30 * std::cos(q * x); };
    const auto oblique = [&](double x, double y) { return 100 + 30 * std::cos(q * (0.8 * x + 0.6 * y)); };
    const auto square = [&](double x, double y) { return 100 + 30 * (std::cos(q * x) + std::cos(q * y)); };
    const double qHex = 4 * std::numbers::pi / (root3 * a);  // nearest neighbours a apart
    const auto hexagonal = [&](double x, double y) {
        return 100 +
               30 * (std::cos(qHex * y) + std::cos(qHex * (root3 / 2 * x + y / 2)) + std::cos(qHex * (root3 / 2 * x - y / 2)));
    };

    EXPECT_NEAR(measured(pictureOf(600, 300, stripes), 100).px, 1.1166 * a, 0.005 * 1.1166 * a);
    EXPECT_NEAR(measured(pictureOf(600, 300, oblique), 100).px, 1.1166 * a, 0.005 * 1.1166 * a);
    EXPECT_NEAR(measured(pictureOf(600, 300, square), 100).px, 1.1166 * a, 0.005 * 1.1166 * a);
    EXPECT_NEAR(measured(pictureOf(600, 300, hexagonal), 100).px, 0.967 * a, 0.005 * 0.967 * a);
}

/// The most that C1D by Eq. 1 (mean none, norm energy) rises again beyond 10 px, in a picture of that contrast s/m.
double riseByEquationOne(const Image& ring, double contrast) {
    const double cameras = 0.24;  // the synthetic camera's own s/m, about its middle grey
    const Image image = pictureOf(ring.width(), ring.height(), [&](double x, double y) {
        return 100 * (1 + contrast / cameras * (ring.at(static_cast<int>(x), static_cast<int>(y)) / 127.5 - 1));
    });
    const CorrelationMap map = correlate({image, {}}, {}, MeanMode::none, NormMode::energy, 40, cpuFftEngine());
    const std::vector<double> c1d = AzimuthalAverager(40)(map).value;
    double lowest = c1d[10], rise = 0;
    for (std::size_t r = 10; r < c1d.size(); ++r) {
        lowest = std::min(lowest, c1d[r]);
        rise = std::max(rise, c1d[r] - lowest);
    }
    return rise;
}

TEST(RawEquationOne, HasAMaximumOnlyAboveTheContrastOfTheTable) {  // science/eq1.md: s/m > 0.28
    RingSettings settings;
    settings.width = 300, settings.height = 200, settings.law = RingLaw::constant, settings.rMaxFromPx = 25;
    for (int frame = 0; frame < 4; ++frame) {
        const Image image = ringFrame(settings, frame).image;
        EXPECT_LT(riseByEquationOne(image, 0.2), 0.001);
        EXPECT_GT(riseByEquationOne(image, 0.45), 0.005);
        EXPECT_EQ(measured(image, 66, MeanMode::none, NormMode::energy).quality, Quality::none);
        EXPECT_TRUE(measured(image, 66).isFound());
    }
}

/// A pattern's C1D as it is with the mean left in, `part` of it the pattern's, where the overlap is not divided by.
RadialProfile withTheMeanLeftIn(double part, double loss, const std::function<double(double)>& pattern) {
    RadialProfile profile = profileOf([&](double r) { return (1 - loss * r) * (1 - part + part * pattern(r)); }, 200);
    profile.patternPart = part;
    return profile;
}

MeasureSettings equationOne(BracketSource bracket) {
    MeasureSettings settings;
    settings.mean = MeanMode::none;
    settings.norm = NormMode::energy;
    settings.maximum = MaximumRule::bracket;
    settings.bracket = bracket;
    return settings;
}

TEST(MeanFreeBracket, ReadsTheMaximumOfEquationOneWhereThePatternHasIt) {
    const double R = 60, q0 = 7.0155866698 / R;
    const auto pattern = [&](double r) { return ringC1d(r, q0, 0.05); };
    const double truth = ringRMaxPx(q0, 0.05), zero = firstCrossing(profileOf(pattern, 200), 0);
    const MeasureSettings settings = equationOne(BracketSource::meanFree);
    for (const double part : {0.9, 0.3, 0.05, 0.01}) {
        RadialProfile profile = withTheMeanLeftIn(part, 0, pattern);
        profile.meanFreeZeroPx = zero;
        EXPECT_NEAR(rMax(profile, settings).px, truth, 2e-3 * truth) << part;
        EXPECT_EQ(rMax(profile, settings).quality, Quality::good) << "what a rise is held against shrinks with it: " << part;
        EXPECT_EQ(rZero(profile, settings).px, zero);
        EXPECT_NEAR(rMin(profile, settings).px, rMin(profileOf(pattern, 200), {}).px, 0.02) << part;
        EXPECT_NEAR(relativeRise(profile, truth), 0.28 + 0.39, 0.03) << part;
    }
    // The overlap's loss draws the maximum to the left: of f = (1 - a r)(1 - p + p c) there f' = 0.
    RadialProfile falling = withTheMeanLeftIn(0.2, 4e-4, pattern);
    falling.meanFreeZeroPx = zero;
    double best = 0.8 * truth;
    for (double r = 0.8 * truth; r < 1.2 * truth; r += 0.01)
        if ((1 - 4e-4 * r) * (0.8 + 0.2 * pattern(r)) > (1 - 4e-4 * best) * (0.8 + 0.2 * pattern(best))) best = r;
    EXPECT_LT(best, truth - 0.2);
    EXPECT_NEAR(rMax(falling, settings).px, best, 2e-3 * truth);
}

TEST(MeanFreeBracket, IsWeakAndNoneByThePatternsOwnRise) {
    const auto bump = [](double height) {
        return [=](double r) { return std::exp(-r * r / 196) - 0.02 + height * std::exp(-(r - 60) * (r - 60) / 144); };
    };
    for (const auto& [height, quality] : {std::pair{0.3, Quality::good}, {0.05, Quality::weak}, {0.002, Quality::none}})
        for (const double part : {0.5, 0.02}) {
            RadialProfile profile = withTheMeanLeftIn(part, 0, bump(height));
            profile.meanFreeZeroPx = firstCrossing(profileOf(bump(height), 200), 0);
            EXPECT_EQ(rMax(profile, equationOne(BracketSource::meanFree)).quality, quality) << height << " " << part;
        }
}

TEST(MeanLeftIn, SaysTheContrastAndWhatHelpsWhereItHidesTheMaximum) {
    const double q0 = 7.0155866698 / 60;
    const double part = 0.23 * 0.23 / (1 + 0.23 * 0.23);  // s/m = 0.23, as of a usual picture
    RadialProfile profile = withTheMeanLeftIn(part, 4e-3, [&](double r) { return ringC1d(r, q0, 0.15); });

    const LengthScale own = rMax(profile, equationOne(BracketSource::own));
    EXPECT_EQ(own.quality, Quality::none);
    EXPECT_NE(own.message.find("contrast s/m = 0.23"), std::string::npos) << own.message;
    EXPECT_NE(own.message.find("measure.bracket=mean-free"), std::string::npos) << own.message;
    profile.meanFreeZeroPx = 20;
    const LengthScale bracketed = rMax(profile, equationOne(BracketSource::meanFree));
    EXPECT_EQ(bracketed.quality, Quality::none);
    EXPECT_NE(bracketed.message.find("s/m = 0.23 the pattern does not rise"), std::string::npos) << bracketed.message;
    EXPECT_EQ(bracketed.message.find("measure.bracket"), std::string::npos) << bracketed.message;
    profile.patternPart = 0.99;  // axes, whose mean is about 0: it is not the mean that hides it
    EXPECT_EQ(rMax(profile, equationOne(BracketSource::meanFree)).message.find("s/m"), std::string::npos);
}

TEST(RMax, ThatATrendOverThePictureHidesIsAdvisedACropOrFlattening) {
    RingSettings settings;
    settings.width = 400, settings.height = 300, settings.law = RingLaw::constant, settings.rMaxFromPx = 20;
    const Image ring = ringFrame(settings, 0).image;
    const auto ringAt = [&](double x, double y) { return ring.at(static_cast<int>(x), static_cast<int>(y)); };
    const Image gradient = pictureOf(400, 300, [&](double x, double y) { return ringAt(x, y) + 3 * x; });
    const Image vessel =  // bright within its rim
        pictureOf(400, 300, [&](double x, double y) { return std::hypot(x - 200, y - 150) < 140 ? 400 + ringAt(x, y) : 0; });
    const Image cropped = pictureOf(190, 190, [&](double x, double y) { return vessel.at(int(x) + 105, int(y) + 55); });

    for (const Image& image : {gradient, vessel}) {
        const LengthScale hidden = measured(image, 100);
        EXPECT_EQ(hidden.quality, Quality::none);
        EXPECT_NE(hidden.message.find("crop to the part that shows the structure, or flatten"), std::string::npos)
            << hidden.message;
    }
    EXPECT_TRUE(measured(ring, 100).isFound());
    EXPECT_TRUE(measured(cropped, 63).isFound());
}

TEST(RMax, WhoseFirstZeroLiesWellInsideIsAdvisedNoCrop) {
    const RadialProfile profile = profileOf([](double r) { return r < 20 ? 1 - r / 18 : -0.1; }, 120);

    EXPECT_EQ(rMax(profile, {}).quality, Quality::none);
    EXPECT_EQ(rMax(profile, {}).message.find("crop"), std::string::npos);
}

TEST(WhiteNoise, IsNeverGood) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        const Image image = pictureOf(300, 200, [&](double, double) { return double(random() % 256); });
        EXPECT_NE(measured(image, 66).quality, Quality::good) << seed;
    }
}

TEST(RingFields, OnAverageGiveTheirTruth) {  // science/limits.md: 1 % for the mean of a 20-frame series
    RingSettings settings;
    settings.width = 600, settings.height = 300, settings.law = RingLaw::constant, settings.rMaxFromPx = 25;
    double sum = 0;
    for (int frame = 0; frame < 20; ++frame)
        sum += measured(ringFrame(settings, frame).image, 100).px;

    EXPECT_NEAR(sum / 20 / 25, 1, 0.01);
}

TEST(ErrorFloor, FollowsTheTableOfTheStudy) {
    EXPECT_DOUBLE_EQ(relativeErrorFloor(0.24, 100), 0.006);
    EXPECT_DOUBLE_EQ(relativeErrorFloor(0.18, 100), 0.011);
    EXPECT_DOUBLE_EQ(relativeErrorFloor(0.5, 100), 0.004);                                      // clamped
    EXPECT_DOUBLE_EQ(relativeErrorFloor(0.001, 1), 0.4);                                        // clamped
    EXPECT_NEAR(relativeErrorFloor(std::sqrt(0.12 * 0.08), 1), std::sqrt(0.13 * 0.21), 1e-12);  // the middle of the logarithms
    EXPECT_DOUBLE_EQ(domainCount(1500, 750, 88), 1500.0 * 750 / 88 / 88);
}

TEST(Jackknife, GivesErrorsOfTheSizeOfTheScatterForEveryLength) {
    RingSettings settings;
    settings.width = 360, settings.height = 240, settings.law = RingLaw::constant, settings.rMaxFromPx = 18;
    const int maxLag = 60, frames = 24;
    const PlanShape shape{.width = 360, .height = 240, .maxLag = maxLag, .type = PixelType::u8, .threads = 1};
    LeaveOneOut leaveOneOut(cpuFftEngine(), shape, {}, 1);
    const AzimuthalAverager average(maxLag);
    struct Length {
        LengthScale (*estimate)(const RadialProfile&, const MeasureSettings&);
        LengthScale (*again)(const RadialProfile&, double, const MeasureSettings&);
        double mean = 0, squares = 0, quoted = 0;
    };
    std::vector<Length> lengths = {
        {rMax, [](const RadialProfile& profile, double px,
                  const MeasureSettings& by) { return rMaxWithin(profile, 0.7 * px, 1.3 * px, by); }},
        {rMin, [](const RadialProfile& profile, double px,
                  const MeasureSettings& by) { return rMinWithin(profile, 0.7 * px, 1.3 * px, by); }},
        {rZero, [](const RadialProfile& profile, double, const MeasureSettings& by) { return rZero(profile, by); }},
        {rHalf, [](const RadialProfile& profile, double, const MeasureSettings& by) { return rHalf(profile, by); }}};
    for (int frame = 0; frame < frames; ++frame) {
        const MaskedImage image{ringFrame(settings, frame).image, {}};
        const RadialProfile profile = average(correlate(image, {}, MeanMode::global, NormMode::count, maxLag, cpuFftEngine(), 1));
        const std::vector<RadialProfile> replicates = leaveOneOut(image);
        EXPECT_EQ(jackknifeProfileError(replicates, profile.size()).size(), profile.size());
        for (Length& length : lengths) {
            const LengthScale whole = length.estimate(profile, {});
            length.mean += whole.px / frames;
            length.squares += whole.px * whole.px / frames;
            length.quoted += jackknifeLengthError(replicates, whole, length.again, {}) / frames;
        }
    }

    for (const Length& length : lengths) {
        const double scatter = std::sqrt(length.squares - length.mean * length.mean);
        EXPECT_GT(length.quoted, scatter / 2) << length.mean;
        EXPECT_LT(length.quoted, scatter * 2) << length.mean;
    }
}

TEST(Jackknife, FindsAReplicatesPeakAndTroughWhereTheWholeWouldHaveThem) {
    RingSettings settings;
    settings.width = 360, settings.height = 240, settings.law = RingLaw::constant, settings.frames = 4;
    for (const double px : {12.0, 30.0})  // by quarter pixels, and by whole ones
        for (int frame = 0; frame < settings.frames; ++frame) {
            settings.rMaxFromPx = px;
            const CorrelationMap map =
                correlate({ringFrame(settings, frame).image, {}}, {}, MeanMode::global, NormMode::count, 60, cpuFftEngine(), 1);
            RadialProfile profile = AzimuthalAverager(60)(map);
            profile.fine = fineCurve(map, 1);
            const double peak = rMax(profile, {}).px, trough = rMin(profile, {}).px;
            EXPECT_NEAR(rMaxWithin(profile, 0.7 * peak, 1.3 * peak, {}).px, peak, 1e-9);
            EXPECT_NEAR(rMinWithin(profile, 0.7 * trough, 1.3 * trough, {}).px, trough, 1e-9);
        }
}

TEST(Jackknife, OfNoReplicatesIsUnknown) {
    EXPECT_TRUE(std::isnan(jackknifeLengthError({}, {20, 0, 0, Quality::good, ""}, nullptr, {})));
    for (const double error : jackknifeProfileError({}, 5))
        EXPECT_TRUE(std::isnan(error));
}

}  // namespace
}  // namespace coarsen
