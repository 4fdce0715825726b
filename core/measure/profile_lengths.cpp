// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/profile_lengths.hpp"

#include "core/measure/bracket.hpp"
#include "core/measure/maxima.hpp"
#include "core/measure/removed_mean.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/measure/xi_amplitude.hpp"

#include <gsl/gsl_cdf.h>

#include <cmath>
#include <limits>

namespace coarsen {

namespace {

/// A jack-knife's error (NaN: unknown) and a limit as one.
double joined(double jackknifePx, double limitPx, ErrorRule rule) {
    return rule == ErrorRule::pooled ? pooledError(jackknifePx, limitPx) : std::fmax(jackknifePx, limitPx);
}

/// Factor that makes the error of a jack-knife over so few parts hold 68 % of the truths: Student's t of one degree of freedom
/// less.
double studentFactor(std::size_t parts) {
    constexpr double below = 0.8413447460685429;  // one standard deviation of a Gaussian
    return parts > 1 ? gsl_cdf_tdist_Pinv(below, static_cast<double>(parts - 1)) : 1;
}

/// The error of a length that has a k of its own, given the jack-knife's over so many parts (NaN: unknown).
double errorOf(const LengthEstimator& estimator, const LengthScale& length, std::size_t parts, const MeasuredContent& content,
               const MeasureSettings& settings) {
    if (!length.isFound()) return length.errorPx;
    const bool isVolume = content.axes == 3;
    const auto limit = [&](double k) {
        return k / std::sqrt(content.domains(length.px) * content.independentChannels) * length.px;
    };
    if (settings.xiErrors == XiErrors::jackknife)
        return std::isnan(length.errorPx) ? limit(isVolume ? estimator.limitOfVolumes : estimator.limit)
                                          : length.errorPx * studentFactor(parts);
    if (!isVolume) return joined(length.errorPx, limit(estimator.limit), settings.errorRule);
    return settings.errors == ErrorMethod::jackknife ? std::fmax(length.errorPx, limit(estimator.limitOfRingsInVolumes))
                                                     : length.errorPx;
}

}  // namespace

double MeasuredContent::domains(double lengthPx) const {
    const double area = lengthPx * lengthPx;
    return size / (axes == 3 ? area * lengthPx : area) * validFraction;
}

void findLengths(ProfileLengths& of, const MeasureSettings& settings) {
    of.rMax = rMax(of.profile, settings);
    // With a good maximum the integral of C over plane or space is about 0: what lies above 0 is taken back by the trough.
    const bool lacksItsMean =
        settings.mean == MeanMode::global && settings.norm == NormMode::count && of.rMax.quality != Quality::good;
    of.profile.removedPart = lacksItsMean ? removedPart(of.profile) : 0;
    for (const LengthEstimator& estimator : lengthEstimators())
        if (estimator.fromProfile && estimator.key != "r_max")
            of.lengths[estimator.key] = estimator.fromProfile(of.profile, settings);
}

double statisticalLimitPx(const LengthScale& rMax, const RadialProfile& profile, const MeasuredContent& content,
                          const MeasureSettings& settings) {
    const double domains = content.domains(rMax.px);
    // C1D's height itself says nothing where the mean was left in.
    const bool isByRise = content.axes == 3 || settings.errorRule == ErrorRule::pooled || !std::isnan(profile.meanFreeZeroPx);
    return (isByRise ? relativeErrorLimit(relativeRise(profile, rMax.px), domains, content.axes)
                     : relativeErrorFloor(rMax.c1d, domains)) *
           rMax.px;
}

void setErrors(ProfileLengths& of, std::vector<RadialProfile> replicates, const MeasuredContent& content,
               const MeasureSettings& settings) {
    if (settings.errors == ErrorMethod::none) return;
    double rMaxError = std::numeric_limits<double>::quiet_NaN();
    const HeightForm heightForm = heightFormOf(withRemovedPart(of.profile), settings);
    for (RadialProfile& replicate : replicates) {
        replicate.removedPart = of.profile.removedPart;  // the same mean was taken from all parts
        replicate.heightForm = heightForm;
    }
    if (settings.errors == ErrorMethod::jackknife) {
        // The peak that the whole has, not whichever each replicate would choose.
        const auto peak = [](const RadialProfile& profile, double px, const MeasureSettings& choices) {
            return rMaxWithin(profile, 0.7 * px, 1.3 * px, choices);
        };
        of.profile.error = jackknifeProfileError(replicates, of.profile.size());
        rMaxError = jackknifeLengthError(replicates, of.rMax, peak, settings);
        for (const LengthEstimator& estimator : lengthEstimators())
            if (LengthScale& length = of.lengths[estimator.key]; estimator.again)
                length.errorPx = jackknifeLengthError(replicates, length, estimator.again, settings);
    }
    for (const LengthEstimator& estimator : lengthEstimators())
        if (!estimator.needsMaximum()) {
            LengthScale& length = of.lengths[estimator.key];
            length.errorPx = std::hypot(errorOf(estimator, length, replicates.size(), content, settings), length.formErrorPx);
        }
    if (!of.rMax.isFound()) return;
    of.rMax.errorPx = joined(rMaxError, statisticalLimitPx(of.rMax, of.profile, content, settings), settings.errorRule);
    flagUncertain(of.rMax, settings);
    if (settings.maximum != MaximumRule::bracket) flagNearEnd(of.rMax, definedPart(of.profile).r.back());
}

}  // namespace coarsen
