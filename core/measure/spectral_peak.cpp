// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/spectral_peak.hpp"

#include <gsl/gsl_sf_bessel.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace coarsen {

namespace {

constexpr double ofOneWave = 2 * std::numbers::pi * 1.1166;  // q R_max of a thin ring (science/definitions.md)
constexpr double fewestLengths = 4, mostLengths = 8;
constexpr double shortestWave = 2.8;  // rad per pixel, a little longer than Nyquist's

/// int C1D(r) J0(q r) w(r) r dr; the pixel at the origin has an area of 1, that is a weight of 1 / 2 pi.
double powerAt(double q, const RadialProfile& profile, double end) {
    double sum = profile.value[0] / (2 * std::numbers::pi);
    for (std::size_t i = 1; i < profile.size() && profile.r[i] < end; ++i) {
        const double taper = std::cos(std::numbers::pi / 2 * profile.r[i] / end);
        sum += profile.value[i] * gsl_sf_bessel_J0(q * profile.r[i]) * taper * taper * profile.r[i];
    }
    return sum;
}

}  // namespace

double levelSpectrum(const RadialProfile& defined, double rMaxPx) {
    const double range = static_cast<double>(defined.size()) - 1, end = std::min(range, mostLengths * rMaxPx);
    if (defined.dimensions != 2 || !(rMaxPx > 0) || range < fewestLengths * rMaxPx)
        return std::numeric_limits<double>::quiet_NaN();
    const double wave = ofOneWave / rMaxPx;
    double peak = 0;
    for (const double near : {0.6, 0.75, 0.9, 1.0, 1.1, 1.25})
        peak = std::max(peak, powerAt(near * wave, defined, end));
    if (!(peak > 0)) return std::numeric_limits<double>::infinity();
    const double shortest = std::min(3 * wave, shortestWave);
    return std::max(powerAt(wave / 3, defined, end), powerAt(shortest, defined, end)) / peak;
}

}  // namespace coarsen
