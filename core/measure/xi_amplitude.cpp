// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/xi_amplitude.hpp"

#include "core/measure/even_heights.hpp"
#include "core/measure/small_radii.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

namespace coarsen {

namespace {

constexpr double leastSpike = 0.04, leftOvers = 3;               // tests/studies/results/trust.txt
constexpr double leastConvexity = 0.005, leastCuspSpike = 0.02;  // tests/studies/results/cusps.txt

// tests/studies/results/xi_forms.txt: what ends in too low a height, in parts of what the sixth power of R changes
constexpr double pointedShare = 5;  // 5.6 of sharp edges, 4.3 of such a field's mean over each pixel
constexpr double shareOfError = 1.5;
constexpr double leastEvenSpike = 0.01, leastErrors = 1.5;
constexpr double leastConcavity = 0.005, leastRoundness = 0.245;
constexpr double slow = 0.36, quick = 0.3;  // of what the fourth power changes, the sixth does
constexpr double changeError = 0.6;         // of the error of C2D at one offset

constexpr double leak = 0.0451;  // of C2D(0, 0) into the circle of R = 1 px: the mean of (1 - |cos|) (1 - |sin|)
constexpr int rounds = 20;       // halve what is missing each time

/// C1D at R = 1 to 4 px.
using Start = std::array<double, 4>;

/// The straight line through ln C1D: C1D without its spike at 0, and what the line leaves over.
struct Line {
    double amplitude = 0, leftOver = 0;
};

Line lineOf(const Start& start) {
    double sum = 0, moment = 0;
    for (int r = 1; r <= 4; ++r) {
        const double logarithm = std::log(start[static_cast<std::size_t>(r - 1)]);
        sum += logarithm;
        moment += (r - 2.5) * logarithm;
    }
    const double slope = moment / 5, atZero = sum / 4 - 2.5 * slope;
    double squares = 0;
    for (int r = 1; r <= 4; ++r) {
        const double left = std::log(start[static_cast<std::size_t>(r - 1)]) - atZero - slope * r;
        squares += left * left;
    }
    return {std::exp(atZero), std::sqrt(squares / 2)};
}

double convexityOf(const Start& start) {
    return (std::log(start[0]) - std::log(start[1]) - std::log(start[2]) + std::log(start[3])) / 2;
}

/// The standard error of the convexity where `spike` of `atZero` is white noise, from the pairs of each circle.
double convexityError(const RadialProfile& profile, const Start& start, double spike, double atZero) {
    if (profile.pairs.size() <= start.size()) return 0;
    double squares = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const double independent = profile.pairs[i + 1] * std::numbers::pi * static_cast<double>(i + 1);
        squares += spike * (2 * atZero - spike) / (independent * start[i] * start[i]);
    }
    return std::sqrt(squares) / 2;
}

/// Tells whether ln C1D is convex beyond its error once what the circle of 1 px would take of `spike` is off it: an exponential
/// in white noise is not.
bool hasCusp(const RadialProfile& profile, Start start, double spike) {
    start[0] = std::max(start[0] - leak * spike, start[1]);
    return convexityOf(start) > leastConvexity + 3 * convexityError(profile, start, spike, profile.value[0]);
}

/// C1D without its spike at 0 where it falls with a cusp, as a - b sqrt(R) - c R by least squares.
double cuspAmplitude(double atZero, Start start) {
    constexpr std::array<double, 4> atZeroOf{6.03993, -5.14238, -3.83502, 3.93747};
    const double first = start[0];
    double amplitude = 0, spike = 0;
    for (int round = 0; round < rounds; ++round) {
        start[0] = std::max(first - leak * spike, start[1]);
        amplitude = 0;
        for (std::size_t i = 0; i < start.size(); ++i)
            amplitude += atZeroOf[i] * start[i];
        spike = (spike + std::clamp(atZero - amplitude, 0.0, atZero)) / 2;
    }
    return amplitude;
}

/// By the straight line of ln C1D, or a cusp.
Height straightHeight(const RadialProfile& profile, const MeasureSettings& settings) {
    const double atZero = profile.value[0];
    if (profile.size() < 5) return {atZero};
    const Start start{profile.value[1], profile.value[2], profile.value[3], profile.value[4]};
    if (!(*std::min_element(start.begin(), start.end()) > 0)) return {atZero};
    const bool mayHaveCusp =
        settings.xiStart != XiStart::noiseFree && settings.azimuth == AzimuthRule::bilinear && profile.dimensions == 2;
    const Line line = lineOf(start);
    if (mayHaveCusp && hasCusp(profile, start, std::clamp(atZero - line.amplitude, 0.0, atZero))) {
        const double amplitude = cuspAmplitude(atZero, start);
        return amplitude > 0 && 1 - amplitude / atZero > leastCuspSpike ? Height{amplitude} : Height{atZero};
    }
    const double spike = 1 - line.amplitude / atZero;
    return spike > std::max(leastSpike, leftOvers * line.leftOver) ? Height{line.amplitude, 0, true} : Height{atZero};
}

Height heightBy(HeightForm form, const EvenHeights& heights) {
    const double change = heights.toSixth - heights.toFourth;
    return {heights.toSixth + (form == HeightForm::pointed ? pointedShare * change : 0), shareOfError * std::abs(change)};
}

/// Tells whether C1D is smooth over a pixel: round, unless higher powers of R change the height as slowly as they do of a field
/// with sharp edges, or less round where they change it quickly, beyond the error of either.
bool isSmooth(const RadialProfile& profile, const EvenHeights& heights, double roundness) {
    const double atZero = profile.value[0];
    const auto change = [&](double share) {
        return heights.toSixth - heights.toFourth - share * (heights.toFourth - heights.toSecond);
    };
    const auto error = [&](double amplitude) {
        const double spike = std::clamp(atZero - amplitude, 0.0, atZero);
        const double ofOneOffset = profile.pairs.empty() ? 0 : std::sqrt(spike * (2 * atZero - spike) / profile.pairs[0]);
        return 3 * changeError * ofOneOffset;
    };
    return roundness >= leastRoundness ? change(slow) <= error(heightBy(HeightForm::pointed, heights).value)
                                       : change(quick) < -error(heights.toSixth);
}

/// The form of a curve that is concave near 0, and whether its spike stands out; none where it is not concave.
std::optional<HeightForm> concaveForm(const RadialProfile& profile) {
    const std::optional<EvenHeights> heights = evenHeights(profile);
    if (!heights) return std::nullopt;
    const double atZero = profile.value[0], spike = std::clamp(atZero - heights->toSixth, 0.0, atZero);
    Start start;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const std::size_t at = (i + 1) * fineStepsAPixel;
        start[i] = profile.fine.value[at] - spike * sharesOfOrigin()[at];
        if (!(start[i] > 0)) return std::nullopt;
    }
    const double convexity = convexityOf(start), slope = std::log(start[3] / start[0]) / 3;
    if (!(slope < 0) || convexity > -leastConcavity - 3 * convexityError(profile, start, spike, atZero)) return std::nullopt;
    const HeightForm form = isSmooth(profile, *heights, convexity / slope) ? HeightForm::even : HeightForm::pointed;
    const Height height = heightBy(form, *heights);
    return atZero - height.value > std::max(leastEvenSpike * atZero, leastErrors * height.error) ? form : HeightForm::atZero;
}

}  // namespace

bool isByShape(const MeasureSettings& settings) {
    return settings.xiStart == XiStart::noiseByShape || settings.xiStart == XiStart::noiseAndScale;
}

HeightForm heightFormOf(const RadialProfile& profile, const MeasureSettings& settings) {
    if (settings.xiStart == XiStart::zero) return HeightForm::atZero;
    if (!isByShape(settings)) return HeightForm::straight;
    return concaveForm(profile).value_or(HeightForm::straight);
}

Height xiAmplitude(const RadialProfile& profile, const MeasureSettings& settings) {
    if (profile.size() == 0) return {};
    const HeightForm form = profile.heightForm == HeightForm::own ? heightFormOf(profile, settings) : profile.heightForm;
    if (form == HeightForm::atZero) return {profile.value[0]};
    if (form != HeightForm::straight)
        if (const std::optional<EvenHeights> heights = evenHeights(profile)) {
            const Height height = heightBy(form, *heights);
            return {std::clamp(height.value, 0.0, profile.value[0]), height.error};
        }
    return straightHeight(profile, settings);
}

}  // namespace coarsen
