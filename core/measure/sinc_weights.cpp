// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/sinc_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace coarsen {

namespace {

constexpr double windowShape = 6;

/// I0(windowShape sqrt(s)) = sum of z^k / (k!)^2, z = windowShape^2 s / 4, for each s from 0 to 1, in its place. All terms are
/// positive; those left out are below 1e-20 of the sum.
void replaceByBessel(SincWeights& s) {
    constexpr int terms = 20;
    SincWeights sums;
    sums.fill(1);
    for (int k = terms; k > 0; --k)  // all places side by side: tables ask for millions
        for (std::size_t i = 0; i < s.size(); ++i)
            sums[i] = 1 + sums[i] * s[i] * (windowShape * windowShape / 4 / (k * k));
    s = sums;
}

}  // namespace

SincWeights sincWeights(double place) {
    SincWeights weights;
    for (int i = 0; i < 2 * sincTaps; ++i) {
        const double part = (place - (i - sincTaps + 1)) / sincTaps;
        weights[static_cast<std::size_t>(i)] = std::max(0.0, 1 - part * part);
    }
    replaceByBessel(weights);
    const double sine = std::sin(std::numbers::pi * place) / std::numbers::pi;
    double sum = 0;
    for (int i = 0; i < 2 * sincTaps; ++i) {
        const int offset = i - sincTaps + 1;
        const double u = place - offset, sinc = u == 0 ? 1 : (offset % 2 == 0 ? sine : -sine) / u;
        sum += weights[static_cast<std::size_t>(i)] *= sinc;
    }
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

}  // namespace coarsen
