// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/maxima.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace coarsen {

namespace {

constexpr double leastAmplitude = 1e-3;
constexpr double noiseShare = 144;    // (12 standard errors of one radius)^2: the highest of a range, against its lowest
constexpr double rippleDrop = 0.1;    // of what chance gives: a top that is not parted by more is one
constexpr double ripplesReach = 1.4;  // times the radius: what lies farther is another maximum

double chanceAt(double r, double amplitude, double pixels) {
    return std::sqrt(amplitude * amplitude * r * r / pixels + noiseShare * (1 - amplitude) / (std::numbers::pi * r * pixels));
}

/// Judges rises of one profile.
class Chance {
public:
    explicit Chance(const RadialProfile& profile)
        : amplitude_(noiseFreeAmplitude(profile)), pixels_(profile.pairs.empty() ? 0 : profile.pairs.front()) {}

    double of(double rise, double r) const {
        return pixels_ > 0 ? rise / chanceAt(r, amplitude_, pixels_) : std::numeric_limits<double>::infinity();
    }

private:
    double amplitude_, pixels_;
};

/// The next higher sample that belongs to the same top, or the sample itself.
std::size_t higherOnTop(std::size_t sample, const RadialProfile& profile, const Chance& chance) {
    const std::vector<double>& c = profile.value;
    double lowest = c[sample];
    for (std::size_t i = sample + 1; i < c.size() && profile.r[i] <= ripplesReach * profile.r[sample]; ++i) {
        if (c[i] > c[sample]) return i;
        lowest = std::min(lowest, c[i]);
        if (chance.of(c[sample] - lowest, profile.r[i]) > rippleDrop) break;
    }
    return sample;
}

std::size_t topFrom(std::size_t sample, const RadialProfile& profile, const Chance& chance) {
    for (;;) {
        const std::size_t higher = higherOnTop(sample, profile, chance);
        if (higher == sample) return sample;
        sample = higher;
    }
}

}  // namespace

double noiseFreeAmplitude(const RadialProfile& profile) {
    if (profile.size() < 4) return 1;
    const double at2 = profile.value[2], at3 = profile.value[3];
    const double highest = std::max({profile.value[1], at2, at3, leastAmplitude});
    return std::clamp(at2 + (at2 - at3) * 4 / 5, highest, std::max(1.0, highest));
}

double significanceOf(double rise, std::size_t sample, const RadialProfile& profile) {
    return Chance(profile).of(rise, profile.r[sample]);
}

std::vector<ProfileMaximum> maximaOf(const RadialProfile& profile, double prominence) {
    const std::vector<double>& c = profile.value;
    std::vector<ProfileMaximum> maxima;
    const Chance chance(profile);
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < c.size(); ++i) {
        lowest = std::min(lowest, c[i]);
        const bool isAtEnd = i + 1 == c.size();
        const bool isMaximum = i > 1 && (isAtEnd ? c[i] > c[i - 1] : c[i] >= c[i - 1] && c[i] > c[i + 1]);
        if (!isMaximum || !(c[i] - lowest >= prominence)) continue;
        ProfileMaximum maximum;
        maximum.sample = topFrom(i, profile, chance);
        for (; i <= maximum.sample; ++i)
            maximum.significance = std::max(maximum.significance, chance.of(c[i] - lowest, profile.r[i]));
        --i;
        maximum.rise = c[maximum.sample] - lowest;
        maximum.isAtEnd = maximum.sample + 1 == c.size();
        maxima.push_back(maximum);
    }
    return maxima;
}

}  // namespace coarsen
