// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/sinc_weights.hpp"

#include <gsl/gsl_sf_bessel.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace coarsen {

SincWeights sincWeights(double place) {
    constexpr double windowShape = 6;
    SincWeights weights;
    double sum = 0;
    for (int i = 0; i < 2 * sincTaps; ++i) {
        const double u = place - (i - sincTaps + 1), part = u / sincTaps;
        const double sinc = u == 0 ? 1 : std::sin(std::numbers::pi * u) / (std::numbers::pi * u);
        const double window = gsl_sf_bessel_I0(windowShape * std::sqrt(std::max(0.0, 1 - part * part)));
        sum += weights[static_cast<std::size_t>(i)] = sinc * window;
    }
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

}  // namespace coarsen
