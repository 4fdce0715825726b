// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"

#include <algorithm>

namespace coarsen {

namespace {

/// Trough of a replicate where the whole image has its own, not whichever the replicate would choose itself.
LengthScale troughAgain(const RadialProfile& replicate, double wholePx, const MeasureSettings& settings) {
    return rMinWithin(replicate, 0.7 * wholePx, 1.3 * wholePx, settings);
}

template <LengthScale (*find)(const RadialProfile&, const MeasureSettings&)>
LengthScale again(const RadialProfile& replicate, double, const MeasureSettings& settings) {
    return find(replicate, settings);
}

// k of sd(xi) / xi = k / sqrt(W H / xi^2) of random fields with exponential correlation (tests/studies/results/xi.txt).
constexpr double limitOfXi = 2.75, limitOfIntegral = 5, limitOfFit = 3.3;
// The same of volumes, k / sqrt(V / xi^3), and of rings in volumes (tests/studies/results/xi_errors.txt, volumes.txt).
constexpr double xiInVolumes = 3.7, integralInVolumes = 4, fitInVolumes = 4.3;
constexpr double xiOfRings = 0.3, integralOfRings = 0.45, fitOfRings = 0.5;

}  // namespace

std::vector<LengthEstimator> shippedLengths() {
    return {
        {.key = "r_max", .label = "R_max", .fromProfile = rMax, .isOfSchema1 = true},
        {.key = "r_min", .label = "first minimum", .fromProfile = rMin, .again = troughAgain, .isOfSchema1 = true},
        {.key = "r_zero", .label = "first zero", .fromProfile = rZero, .again = again<rZero>, .isOfSchema1 = true},
        {.key = "r_half", .label = "half width", .fromProfile = rHalf, .again = again<rHalf>, .isOfSchema1 = true},
        {.key = "l_q1", .label = "2\u03c0/q\u2081", .fromSpectrum = firstMomentLength, .entry = "first_moment"},
        {.key = "l_qpeak", .label = "2\u03c0/q of the peak", .fromSpectrum = spectrumPeakLength, .entry = "spectrum_peak"},
        {.key = "r_moment", .label = "mean R of the central peak", .fromProfile = rMoment, .again = again<rMoment>},
        {.key = "xi",
         .label = "\u03be",
         .fromProfile = xi,
         .again = again<xi>,
         .limit = limitOfXi,
         .limitOfVolumes = xiInVolumes,
         .limitOfRingsInVolumes = xiOfRings},
        {.key = "xi_integral",
         .label = "\u03be by the integral",
         .fromProfile = xiIntegral,
         .again = again<xiIntegral>,
         .limit = limitOfIntegral,
         .limitOfVolumes = integralInVolumes,
         .limitOfRingsInVolumes = integralOfRings},
        {.key = "xi_fit",
         .label = "\u03be by a fit",
         .fromProfile = xiFit,
         .again = xiFitNear,
         .limit = limitOfFit,
         .limitOfVolumes = fitInVolumes,
         .limitOfRingsInVolumes = fitOfRings,
         .isFit = true},
    };
}

const LengthEstimator* lengthEstimator(std::string_view key) {
    const auto known = std::ranges::find(lengthEstimators(), key, &LengthEstimator::key);
    return known == lengthEstimators().end() ? nullptr : &*known;
}

const LengthScale& Lengths::operator[](std::string_view key) const {
    static const LengthScale none;
    const auto known = byKey_.find(key);
    return known == byKey_.end() ? none : known->second;
}

LengthScale& Lengths::operator[](std::string_view key) {
    const auto known = byKey_.find(key);
    return known == byKey_.end() ? byKey_[std::string(key)] : known->second;
}

}  // namespace coarsen
