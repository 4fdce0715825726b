// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/xi_amplitude.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr double leastSpike = 0.04, leftOvers = 3;  // tests/studies/results/trust.txt

}  // namespace

double xiAmplitude(const RadialProfile& profile, const MeasureSettings& settings) {
    if (profile.size() == 0) return 0;
    const double atZero = profile.value[0];
    if (settings.xiStart == XiStart::zero || profile.size() < 5) return atZero;
    if (!(*std::min_element(profile.value.begin() + 1, profile.value.begin() + 5) > 0)) return atZero;
    double sum = 0, moment = 0;
    for (int r = 1; r <= 4; ++r) {
        const double logarithm = std::log(profile.value[static_cast<std::size_t>(r)]);
        sum += logarithm;
        moment += (r - 2.5) * logarithm;
    }
    const double slope = moment / 5, start = sum / 4 - 2.5 * slope;
    double squares = 0;
    for (int r = 1; r <= 4; ++r) {
        const double left = std::log(profile.value[static_cast<std::size_t>(r)]) - start - slope * r;
        squares += left * left;
    }
    const double amplitude = std::exp(start), spike = 1 - amplitude / atZero;
    return spike > std::max(leastSpike, leftOvers * std::sqrt(squares / 2)) ? amplitude : atZero;
}

}  // namespace coarsen
