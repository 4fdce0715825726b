// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/engines.hpp"
#include "core/measure/even_heights.hpp"
#include "core/measure/profile_lengths.hpp"
#include "core/measure/removed_mean.hpp"
#include "core/measure/small_radii.hpp"
#include "core/measure/uncertainty.hpp"
#include "tests/support/closed_forms.hpp"
#include "tests/support/random_images.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

RadialProfile exponential(double xiPx, int maxLag) {
    return profileOf([=](double r) { return std::exp(-r / xiPx); }, maxLag);
}

TEST(Xi, IsWhereC1DHasFallenToOneOverE) {
    const RadialProfile line = profileOf([](double r) { return 2 * (1 - r / 40); }, 60);
    EXPECT_NEAR(xi(line, {}).px, 40 * (1 - 1 / std::numbers::e), 1e-9);
    EXPECT_NEAR(xi(line, {}).c1d, 2 / std::numbers::e, 1e-12);
    EXPECT_NEAR(xi(exponential(17.3, 90), {}).px, 17.3, 0.01);  // linear between whole pixels

    EXPECT_FALSE(xi(exponential(80, 60), {}).isFound());
}

TEST(Xi, OfAxesIsWithoutWhatTheirScaleAdds) {
    const MeasureSettings asFound{.xiStart = XiStart::noiseByShape};
    RadialProfile axes = exponential(20, 90);
    EXPECT_EQ(xi(axes, {}).px, xi(axes, asFound).px) << "nothing was averaged";
    axes.smoothingPx = 6;

    EXPECT_NEAR(xi(axes, {}).px, 20 - 0.8 * 6, 0.01);
    EXPECT_NEAR(xi(axes, {}).formErrorPx, 0.5 * 6, 1e-9);
    EXPECT_EQ(xi(axes, {}).quality, Quality::good);
    EXPECT_NEAR(xi(axes, asFound).px, 20, 0.01);
    EXPECT_EQ(xi(axes, asFound).formErrorPx, 0);
}

TEST(Xi, OfAxesThatMayBeNoiseIsWeak) {
    RadialProfile noise = exponential(9, 60);  // found of one direction and noise at a scale of 6 px
    noise.smoothingPx = 6;

    EXPECT_EQ(xi(noise, {}).quality, Quality::weak);
    EXPECT_THAT(xi(noise, {}).message, testing::HasSubstr("averaging over 6 px"));
    noise.smoothingPx = 12;
    EXPECT_FALSE(xi(noise, {}).isFound());
}

TEST(CorrelationLengths, DoNotSeeTheSpikeOfWhiteNoise) {
    const auto noisy = [](double part) {
        RadialProfile profile = profileOf([=](double r) { return (r == 0 ? 1 : 1 - part) * std::exp(-r / 8.28); }, 100);
        return profile;
    };
    const MeasureSettings earlier{.xiStart = XiStart::zero};
    for (const double part : {0.2, 0.5}) {
        EXPECT_NEAR(xi(noisy(part), {}).px, 8.28, 0.02) << part;
        EXPECT_NEAR(xiFit(noisy(part), {}).px, 8.28, 0.02) << part;
        EXPECT_NEAR(xiIntegral(noisy(part), {}).px, 8.28, 0.05) << part;
        EXPECT_EQ(xiFit(noisy(part), {}).fitFromPx, 1);
        EXPECT_LT(xi(noisy(part), earlier).px, 7) << part;
    }
    EXPECT_EQ(xi(noisy(0), {}).px, xi(noisy(0), earlier).px);
    EXPECT_EQ(xi(noisy(0.03), {}).px, xi(noisy(0.03), earlier).px) << "less than four hundredths";
    const RadialProfile smooth = profileOf([](double r) { return std::exp(-r * r / 50); }, 60);
    EXPECT_EQ(xi(smooth, {}).px, xi(smooth, earlier).px);
}

/// A field of two values that is an exponential one cut at its mean falls as sqrt(R) at 0; `part` of its variance is noise,
/// of which the bilinear circle of 1 px takes some.
RadialProfile cutExponential(double part) {
    return profileOf(
        [=](double r) {
            const double field = 2 / std::numbers::pi * std::asin(std::exp(-r / 8.28));
            return (1 - part) * field + (r == 0 ? part : r == 1 ? 0.0451 * part : 0);
        },
        100);
}

TEST(CorrelationLengths, DoNotTakeACuspForNoise) {
    constexpr double xiPx = 0.6046 * 8.28;
    const MeasureSettings line{.xiStart = XiStart::noiseFree}, zero{.xiStart = XiStart::zero};
    EXPECT_EQ(xi(cutExponential(0), {}).px, xi(cutExponential(0), zero).px);
    for (const double part : {0.0, 0.1, 0.3}) {
        EXPECT_NEAR(xi(cutExponential(part), {}).px, xiPx, 0.04 * xiPx) << part;  // circles are exact here, not bilinear
        EXPECT_GT(xi(cutExponential(part), line).px, 1.2 * xiPx) << "the line is what earlier recipes have";
    }
}

TEST(CorrelationLengths, DoNotTakeNoiseOnTheCircleOfOnePixelForACusp) {
    const RadialProfile noisy =
        profileOf([](double r) { return r == 0 ? 1 : 0.6 * std::exp(-r / 8.28) + (r == 1 ? 0.0451 * 0.4 : 0); }, 100);
    EXPECT_EQ(xi(noisy, {}).px, xi(noisy, {.xiStart = XiStart::noiseFree}).px);
}

/// C1D of an isotropic field of which `part` of the variance is white noise.
RadialProfile seenIn(double part, const std::function<double(double)>& c) {
    const CorrelationMap map = mapOf(40, [&](double X0, double Y0) {
        const double r = std::hypot(X0, Y0);
        return (1 - part) * c(r) + (r == 0 ? part : 0);
    });
    RadialProfile profile = AzimuthalAverager(40)(map);
    profile.fine = fineCurve(map, 1);
    return profile;
}

struct Shape {
    const char* name;
    std::function<double(double)> c;  ///< 1/e where its argument is 1
};

double gaussian(double x) {
    return std::exp(-x * x);
}
double ring(double x) {
    return j0(1.725 * x) * std::exp(-0.0335 * x * x);
}
/// A Gaussian field cut at 0: C1D falls from its height as a straight line.
double cutGaussian(double x) {
    const double atOne = -std::log(std::sin(std::numbers::pi / 2 / std::numbers::e));
    return 2 / std::numbers::pi * std::asin(std::exp(-x * x * atOne));
}

const MeasureSettings orCusp{.xiStart = XiStart::noiseOrCusp}, fromZero{.xiStart = XiStart::zero};

TEST(CorrelationLengths, OfRoundCurvesDoNotSeeTheSpikeOfWhiteNoise) {
    for (const auto& [name, c] : {Shape{"Gaussian", gaussian}, Shape{"ring", ring}})
        for (const double px : {3.0, 5.0, 8.0, 12.0}) {
            const auto field = [&, &c = c](double r) { return c(r / px); };
            const double truth = xi(seenIn(0, field), fromZero).px;
            EXPECT_EQ(xi(seenIn(0, field), {}).px, truth) << name << px;
            for (const double part : {0.06, 0.2, 0.4}) {
                const RadialProfile noisy = seenIn(part, field);
                EXPECT_NEAR(xi(noisy, {}).px, truth, 0.004 * truth) << name << px << ", " << part;
                EXPECT_LT(xi(noisy, orCusp).px, 0.99 * truth) << "what earlier recipes have";
                EXPECT_LT(xi(noisy, {}).formErrorPx, 0.01 * truth) << name << px << ", " << part;
            }
            const double integral = xiIntegral(seenIn(0, field), fromZero).px;
            EXPECT_NEAR(xiIntegral(seenIn(0.2, field), {}).px, integral, 0.01 * integral) << name << px;
            const double fit = xiFit(seenIn(0, field), {}).px;
            if (!std::isnan(fit)) {
                EXPECT_NEAR(xiFit(seenIn(0.2, field), {}).px, fit, 0.005 * fit) << name << px;
            }
        }
}

TEST(CorrelationLengths, OfSharpEdgesAreNeitherTooLongNorTooShortByMoreThanTheFormMayMiss) {
    for (const double px : {3.0, 5.0}) {
        const auto field = [&](double r) { return cutGaussian(r / px); };
        const double truth = xi(seenIn(0, field), fromZero).px;
        EXPECT_EQ(xi(seenIn(0, field), {}).px, truth) << "its cusp is no noise";
        for (const double part : {0.2, 0.4}) {
            const LengthScale found = xi(seenIn(part, field), {});
            EXPECT_NEAR(found.px, truth, found.formErrorPx) << px << ", " << part;
            EXPECT_LT(found.formErrorPx, 0.04 * truth) << px << ", " << part;
        }
        EXPECT_GT(xi(seenIn(0.2, field), {}).px, xi(seenIn(0.2, field), orCusp).px) << px;
    }
}

TEST(CorrelationLengths, OfSmallDomainsWithSharpEdgesAreNoNoise) {
    const RadialProfile domains = seenIn(0, [](double r) { return 2 / std::numbers::pi * std::asin(ring(0.82 * r / 3)); });
    EXPECT_EQ(xi(domains, {}).px, xi(domains, fromZero).px) << "as round as a smooth curve, but no even powers of R";
}

TEST(CorrelationLengths, OfPointsThatALensRoundedOffAreRead) {
    const auto rounded = [](double r) { return std::exp((2 - std::hypot(r, 2)) / 5); };
    const double truth = xi(seenIn(0, rounded), fromZero).px;
    RadialProfile noisy = seenIn(0.2, rounded);
    for (double& pairs : noisy.pairs)
        pairs *= 100;  // of a large picture: from few pairs it could as well be a field with sharp edges
    EXPECT_NEAR(xi(noisy, {}).px, truth, 0.005 * truth);
    EXPECT_GT(std::abs(xi(noisy, orCusp).px - truth), 0.05 * truth) << "what earlier recipes have";
}

TEST(CorrelationLengths, OfStraightAndHollowCurvesAreWhatTheyWere) {
    for (const double px : {3.0, 5.0, 8.0, 12.0, 20.0})
        for (const double part : {0.0, 0.05, 0.2, 0.4}) {
            const RadialProfile straight = seenIn(part, [&](double r) { return std::exp(-r / px); });
            EXPECT_EQ(xi(straight, {}).px, xi(straight, orCusp).px) << px << ", " << part;
            const RadialProfile hollow =
                seenIn(part, [&](double r) { return 2 / std::numbers::pi * std::asin(std::exp(-r / px)); });
            EXPECT_EQ(xi(hollow, {}).px, xi(hollow, orCusp).px) << px << ", " << part;
            EXPECT_EQ(xi(straight, {}).formErrorPx, 0);
            EXPECT_EQ(xiFit(straight, {}).px, xiFit(straight, orCusp).px) << px << ", " << part;
        }
}

TEST(XiFit, OfACuspInNoiseBeginsWithItsHeight) {
    const auto hollow = [](double r) { return 2 / std::numbers::pi * std::asin(std::exp(-r / 8.28)); };
    const double fit = xiFit(seenIn(0, hollow), {}).px;
    EXPECT_NEAR(xiFit(seenIn(0.2, hollow), {}).px, fit, 0.03 * fit);
    EXPECT_GT(xiFit(seenIn(0.2, hollow), orCusp).px, 1.1 * fit) << "what earlier recipes have";
}

TEST(EvenHeights, LeaveNothingOfWhiteNoise) {
    const RadialProfile noise = seenIn(1, [](double) { return 0.0; });
    const EvenHeights heights = evenHeights(noise).value();
    EXPECT_NEAR(heights.toSecond, 0, 1e-12);
    EXPECT_NEAR(heights.toSixth, 0, 1e-12);
    const RadialProfile coarse = profileOf(gaussian, 40);
    EXPECT_FALSE(evenHeights(coarse)) << "without C1D at quarter pixels";
}

TEST(XiIntegral, IsTheAreaUnderC1DToItsFirstZeroOverItsHeight) {
    const RadialProfile line = profileOf([](double r) { return 2 * (1 - r / 40.5); }, 60);
    EXPECT_NEAR(xiIntegral(line, {}).px, 40.5 / 2, 1e-9);

    const LengthScale open = xiIntegral(exponential(12, 60), {});
    EXPECT_NEAR(open.px, 12 * (1 - std::exp(-5)), 0.01);
    EXPECT_FALSE(open.message.empty());  // it ends with the range
}

TEST(XiFit, FindsAnExponentialAndSaysItsEnds) {
    RadialProfile profile = profileOf([](double r) { return 0.8 * std::exp(-r / 15.5); }, 100);

    const LengthScale whole = xiFit(profile, {});
    EXPECT_NEAR(whole.px, 15.5, 1e-6);
    EXPECT_EQ(whole.fitFromPx, 0);
    EXPECT_EQ(whole.fitToPx, 35);  // 15.5 ln 10 = 35.7

    profile.smoothingPx = 4;  // below 8 px C1D is the filter's
    for (std::size_t r = 0; r < 8; ++r)
        profile.value[r] = 0.8;
    const LengthScale beyond = xiFit(profile, {});
    EXPECT_NEAR(beyond.px, 15.5, 1e-6);
    EXPECT_EQ(beyond.fitFromPx, 8);
    EXPECT_EQ(beyond.fitToPx, 35);
}

TEST(XiFit, IsTheSameFromAnyStartNearIt) {
    const RadialProfile profile = profileOf([](double r) { return std::exp(-r / 15.5) + 0.02 * std::cos(r / 3); }, 100);
    const LengthScale whole = xiFit(profile, {});
    ASSERT_TRUE(whole.isFound());
    EXPECT_GT(std::abs(whole.px - 15.5), 0.01) << "it is no exponential";
    for (const double start : {0.8, 1.0, 1.25, 50.0}) {
        const LengthScale again = xiFitNear(profile, start * whole.px, {});
        EXPECT_NEAR(again.px, whole.px, 1e-8 * whole.px) << start;
        EXPECT_EQ(again.fitToPx, whole.fitToPx) << start;
    }
}

TEST(XiFit, OfWhatDoesNotFallOrFallsAtOnceIsNone) {
    EXPECT_FALSE(xiFit(profileOf([](double) { return 1; }, 50), {}).isFound());
    EXPECT_FALSE(xiFit(exponential(0.8, 50), {}).isFound());
    RadialProfile smooth = exponential(10, 30);
    smooth.smoothingPx = 20;
    EXPECT_FALSE(xiFit(smooth, {}).isFound());
}

/// Case of an image so large that no pair is beyond its edge: C' = (C - m) / (1 - m), m = 2 pi xi^2 / pixels.
TEST(RemovedPart, IsWhatTheMeanOfAnExponentialFieldTakes) {
    constexpr double xiPx = 15, pixels = 1e6, m = 2 * std::numbers::pi * xiPx * xiPx / pixels;
    RadialProfile profile = profileOf([](double r) { return (std::exp(-r / xiPx) - m) / (1 - m); }, 300);
    profile.pairs.assign(profile.size(), pixels);

    EXPECT_LT(xi(profile, {}).px, xiPx - 0.02);
    profile.removedPart = removedPart(profile);
    EXPECT_NEAR(profile.removedPart, m / (1 - m), 0.06 * m);  // what lies beyond the first zero is not seen

    EXPECT_NEAR(xi(profile, {}).px, xiPx, 0.01);
    EXPECT_NEAR(xiFit(profile, {}).px, xiPx, 0.02);
    EXPECT_NEAR(xi(profile, {}).c1d, (1 / std::numbers::e - m) / (1 - m), 1e-4);  // on the curve as it is measured

    profile.pairs.clear();
    EXPECT_EQ(removedPart(profile), 0);
}

TEST(CorrelationLengths, NeedNoSideMaximum) {
    for (const char* key : {"xi", "xi_integral", "xi_fit"})
        EXPECT_FALSE(lengthEstimator(key)->needsMaximum()) << key;
    EXPECT_TRUE(lengthEstimator("r_zero")->needsMaximum());
    EXPECT_EQ(lengthEstimator("auto"), nullptr);
}

/// A channel twice is that channel: means, sums and variances double together.
TEST(LeaveOneOut, OfSeveralChannelsSumsThem) {
    const Image one = randomImage(120, 80, PixelType::u8);
    const auto plane = one.plane<std::uint8_t>();
    std::vector<std::uint8_t> twice(plane.begin(), plane.end());
    for (const std::uint8_t value : plane)  // as bright as it may be: another mean
        twice.push_back(static_cast<std::uint8_t>(value / 2 + 100));
    std::vector<std::uint8_t> halves(twice.begin() + 120 * 80, twice.end());
    const Mask mask = randomMask(120, 80);
    const auto replicatesOf = [&](const Image& image) {
        const PlanShape shape{
            .width = 120, .height = 80, .channels = image.channels(), .maxLag = 26, .type = PixelType::u8, .threads = 1};
        return LeaveOneOut(cpuDirectEngine(), shape, {}, 1)({image, mask});
    };

    const auto both = replicatesOf(Image(120, 80, std::move(twice), 2));
    const auto a = replicatesOf(one), b = replicatesOf(Image(120, 80, std::move(halves)));

    ASSERT_EQ(both.size(), 6u);
    for (std::size_t left = 0; left < 6; ++left)  // between the two, nearer to the one of more variance: four fifths
        for (std::size_t r = 1; r < both[left].size(); ++r)
            EXPECT_NEAR(both[left].value[r], 0.8 * a[left].value[r] + 0.2 * b[left].value[r], 2e-4) << left << ", " << r;
}

/// The definition: sums and pairs of five blocks, at every offset, of pixels less the whole image's mean.
TEST(LeaveOneOut, IsC1DOfTheFiveOtherBlocks) {
    constexpr int width = 120, height = 95, maxLag = 19;
    const Image image = randomImage(width, height, PixelType::u8);
    const auto pixels = image.plane<std::uint8_t>();
    std::vector<std::uint8_t> few(std::size_t(width * height), 0);  // leaves some offsets without pairs
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            few[std::size_t(y * width + x)] = (x / 5 + y / 4) % 3 == 0;
    for (const Mask& mask : {Mask(), randomMask(width, height), Mask(width, height, std::move(few))}) {
        double total = 0, count = 0;
        for (int i = 0; i < width * height; ++i)
            if (mask.isValid(i % width, i / width)) total += pixels[std::size_t(i)], ++count;
        const auto valueAt = [&](int x, int y) { return pixels[std::size_t(y * width + x)] - total / count; };
        const std::vector<PixelRect> blocks = subImages(width, height);
        const int lag = subImageMaxLag(width, height, maxLag);
        ASSERT_EQ(lag, maxLag);
        const AzimuthalAverager average(lag);

        LeaveOneOut leaveOneOut(cpuDirectEngine(),
                                {.width = width, .height = height, .maxLag = maxLag, .type = PixelType::u8, .threads = 1}, {}, 1);
        const std::vector<RadialProfile> replicates = leaveOneOut({image, mask});

        ASSERT_EQ(replicates.size(), blocks.size());
        for (std::size_t left = 0; left < blocks.size(); ++left) {
            LagSums N(lag, 0), n(lag, 0);
            for (std::size_t i = 0; i < blocks.size(); ++i)
                for (int Y0 = 0; i != left && Y0 <= lag; ++Y0)
                    for (int X0 = -lag; X0 <= lag; ++X0)
                        for (int y = blocks[i].y + Y0; y < blocks[i].y + blocks[i].height; ++y)
                            for (int x = blocks[i].x + std::max(0, X0); x < blocks[i].x + blocks[i].width + std::min(0, X0);
                                 ++x) {
                                if (!mask.isValid(x, y) || !mask.isValid(x - X0, y - Y0)) continue;
                                N.at(X0, Y0) += valueAt(x, y) * valueAt(x - X0, y - Y0);
                                n.at(X0, Y0) += 1;
                            }
            const double variance = N.at(0, 0) / n.at(0, 0);
            for (std::size_t i = 0; i < N.values.size(); ++i)
                N.values[i] = n.values[i] < 32 ? std::nan("") : N.values[i] / n.values[i] / variance;
            const CorrelationMap map(lag, true, N.values, n.values);
            const RadialProfile expected = average(map);
            const FineCurve fine = fineCurve(map, 1);
            for (std::size_t r = 0; r < expected.size(); ++r) {
                ASSERT_EQ(std::isnan(replicates[left].value[r]), std::isnan(expected.value[r])) << left << ", " << r;
                if (std::isnan(expected.value[r])) continue;
                EXPECT_NEAR(replicates[left].value[r], expected.value[r], 1e-12) << left << ", " << r;
            }
            ASSERT_EQ(replicates[left].fine.r, fine.r);
            for (std::size_t i = 0; i < fine.value.size(); ++i)
                EXPECT_NEAR(replicates[left].fine.value[i], fine.value[i], 1e-12) << left << ", " << fine.r[i];
        }
    }
}

TEST(MeasuredContent, CountsSquaresAndCubesOfALength) {
    EXPECT_DOUBLE_EQ((MeasuredContent{2, 600 * 400, 0.5}).domains(10), 1200);
    EXPECT_DOUBLE_EQ((MeasuredContent{3, 60 * 40 * 50}).domains(10), 120);
}

ProfileLengths foundIn(RadialProfile profile) {
    ProfileLengths found;
    found.profile = std::move(profile);
    findLengths(found, {.mean = MeanMode::none, .xiStart = XiStart::zero});
    return found;
}

TEST(ErrorsOfXi, AreTheLimitWhereThereIsNoJackknife) {
    const MeasuredContent picture{2, 500 * 400}, volume{3, 100 * 90 * 80};
    const auto errorOf = [](const MeasuredContent& content, const MeasureSettings& settings) {
        ProfileLengths found = foundIn(exponential(10, 60));
        setErrors(found, {}, content, settings);
        return found.lengths["xi"].errorPx;
    };
    const double inPicture = 2.75 / std::sqrt(500.0 * 400 / 100) * 10, inVolume = 3.7 / std::sqrt(100.0 * 90 * 80 / 1000) * 10;

    for (const ErrorMethod method : {ErrorMethod::floor, ErrorMethod::jackknife}) {
        EXPECT_NEAR(errorOf(picture, {.errors = method}), inPicture, 1e-3 * inPicture);
        EXPECT_NEAR(errorOf(volume, {.errors = method}), inVolume, 1e-3 * inVolume);
    }
    EXPECT_NEAR(errorOf(picture, {.errors = ErrorMethod::floor, .xiErrors = XiErrors::limited}), inPicture, 1e-3 * inPicture);
    EXPECT_TRUE(std::isnan(errorOf(volume, {.errors = ErrorMethod::floor, .xiErrors = XiErrors::limited})));
    EXPECT_TRUE(std::isnan(errorOf(volume, {.errors = ErrorMethod::none})));
}

TEST(ErrorsOfXi, AreTheJackknifesInPicturesAndVolumesAlike) {
    const std::vector<RadialProfile> replicates{exponential(9, 60), exponential(10, 60), exponential(11, 60),
                                                exponential(10, 60)};
    const auto errorOf = [&](const MeasuredContent& content, const MeasureSettings& settings) {
        ProfileLengths found = foundIn(exponential(10, 60));
        setErrors(found, replicates, content, settings);
        return found.lengths["xi"].errorPx;
    };
    const double jackknife =
        jackknifeLengthError(replicates, foundIn(exponential(10, 60)).lengths["xi"], lengthEstimator("xi")->again, {});
    const MeasuredContent picture{2, 500 * 400}, volume{3, 100 * 90 * 80};
    const double limit = 2.75 / std::sqrt(500.0 * 400 / 100) * 10;

    constexpr double student = 1.1969;  // of three degrees of freedom, at 84.13 %
    EXPECT_NEAR(errorOf(picture, {}), student * jackknife, 1e-4 * jackknife);
    EXPECT_NEAR(errorOf(volume, {}), student * jackknife, 1e-4 * jackknife);
    EXPECT_NEAR(errorOf(picture, {.xiErrors = XiErrors::limited}), std::sqrt((jackknife * jackknife + limit * limit) / 2),
                1e-3 * jackknife);
    EXPECT_NEAR(errorOf(volume, {.xiErrors = XiErrors::limited}), jackknife, 1e-9) << "the larger one";
}

TEST(ErrorsOfXi, HoldWhatTheFormMayMiss) {
    const auto noisy = [](double px) { return seenIn(0.2, [px](double r) { return cutGaussian(r / px); }); };
    const std::vector<RadialProfile> replicates{noisy(4.95), noisy(5), noisy(5.05), noisy(5)};
    ProfileLengths found;
    found.profile = noisy(5);
    findLengths(found, {});
    setErrors(found, replicates, {2, 500 * 400}, {});
    const LengthScale length = found.lengths["xi"];
    const double jackknife = jackknifeLengthError(replicates, length, lengthEstimator("xi")->again, {});

    constexpr double student = 1.1969;
    EXPECT_GT(length.formErrorPx, 0.05);
    EXPECT_NEAR(length.errorPx, std::hypot(student * jackknife, length.formErrorPx), 0.01 * length.errorPx);
}

TEST(ErrorsOfXi, AreOfOneFormForTheWholeAndItsParts) {
    const auto noisy = [](double part) { return seenIn(part, [](double r) { return gaussian(r / 8); }); };
    const std::vector<RadialProfile> replicates{noisy(0.009), noisy(0.011), noisy(0.009), noisy(0.011)};
    ProfileLengths found;
    found.profile = noisy(0.0105);
    findLengths(found, {});
    setErrors(found, replicates, {2, 500 * 400}, {});
    EXPECT_LT(found.lengths["xi"].errorPx, 0.001) << "the same field, whose noise is just not or just seen";
}

}  // namespace
}  // namespace coarsen
