// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/second_length.hpp"

#include "core/measure/maxima.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace coarsen {

namespace {

constexpr double ringsWavelengths = 1.1166;  // R_max over the wavelength (science/definitions.md)
constexpr double leastRise = 0.08;           // tests/studies/results/spoilt.txt

/// int C1D r dr up to each radius, by trapezia.
std::vector<double> areasBelow(const RadialProfile& profile) {
    std::vector<double> sums(profile.size(), 0);
    for (std::size_t i = 1; i < sums.size(); ++i)
        sums[i] = sums[i - 1] + (profile.value[i] * profile.r[i] + profile.value[i - 1] * profile.r[i - 1]) / 2;
    return sums;
}

double between(const std::vector<double>& samples, double place) {
    const auto below = static_cast<std::size_t>(place);
    if (below + 1 >= samples.size()) return samples.back();
    return samples[below] + (place - static_cast<double>(below)) * (samples[below + 1] - samples[below]);
}

}  // namespace

std::optional<SecondLength> secondLength(const RadialProfile& defined, double rMaxPx) {
    if (defined.dimensions != 2 || !(rMaxPx >= 2)) return std::nullopt;
    const double half = rMaxPx / ringsWavelengths / 2, end = static_cast<double>(defined.size()) - 1 - half;
    const std::vector<double> areas = areasBelow(defined);
    const double amplitude = noiseFreeAmplitude(defined);
    double lowest = std::numeric_limits<double>::infinity();
    SecondLength second;
    bool isSignificant = false;
    for (auto r = static_cast<std::size_t>(std::ceil(rMaxPx)); static_cast<double>(r) <= end; ++r) {
        const auto middle = static_cast<double>(r);
        const double mean = (between(areas, middle + half) - between(areas, middle - half)) / (2 * half * middle);
        lowest = std::min(lowest, mean);
        const double rise = (mean - lowest) / amplitude;
        if (rise <= second.rise) continue;
        second = {middle, rise};
        isSignificant = significanceOf(mean - lowest, r, defined) >= significantRise;
    }
    return second.rise >= leastRise && isSignificant ? std::optional(second) : std::nullopt;
}

}  // namespace coarsen
