// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/maxima.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace coarsen {

namespace {

constexpr double leastAmplitude = 1e-3;
constexpr double noiseShare = 144;  // (12 standard errors of one radius)^2: the highest of a range, against its lowest
constexpr double rippleDrop = 0.1;  // of what chance gives: a top that is not parted by more is one
constexpr double leastScatter = 0.15, significantScatter = 2.5;  // 530 rings: at most 1.7; stretched by 1.5: 3.6 and more
constexpr double ripplesReach = 1.4;                             // times the radius: what lies farther is another maximum

/// In a volume a domain is a cube, and half a circle is half a sphere.
double chanceAt(double r, double amplitude, double pixels, int dimensions) {
    const double domain = dimensions == 3 ? r * r * r : r * r, offsets = std::numbers::pi * (dimensions == 3 ? 2 * r * r : r);
    return std::sqrt(amplitude * amplitude * domain / pixels + noiseShare * (1 - amplitude) / (offsets * pixels));
}

/// Judges rises of one profile.
class Chance {
public:
    explicit Chance(const RadialProfile& profile)
        : amplitude_(noiseFreeAmplitude(profile)),
          pixels_(profile.pairs.empty() ? 0 : profile.pairs.front()),
          dimensions_(profile.dimensions) {}

    double of(double rise, double r) const {
        return pixels_ > 0 ? rise / chanceAt(r, amplitude_, pixels_, dimensions_) : std::numeric_limits<double>::infinity();
    }

private:
    double amplitude_, pixels_;
    int dimensions_;
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
    if (profile.size() < 5) return 1;
    const std::vector<double>& c = profile.value;
    const double highest = std::max({c[1], c[2], c[3], leastAmplitude});
    return std::clamp(2.4 * c[2] - 64.0 / 35 * c[3] + 3.0 / 7 * c[4], highest, std::max(1.0, highest));
}

double relativeRise(const RadialProfile& profile, double px) {
    const auto end = static_cast<std::size_t>(std::clamp(std::floor(px), 0.0, static_cast<double>(profile.size()) - 1));
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (std::size_t i = 1; i <= end; ++i)
        lowest = std::min(lowest, profile.value[i]);
    for (std::size_t i = end; i < std::min(end + 2, profile.size()); ++i)
        highest = std::max(highest, profile.value[i]);
    return (highest - lowest) / (std::isnan(profile.meanFreeZeroPx) ? noiseFreeAmplitude(profile) : profile.patternPart);
}

Directions directionsOf(const RadialProfile& profile, double px) {
    Directions directions;
    const std::size_t end = std::min(profile.scatter.size(), static_cast<std::size_t>(std::max(0.0, px)) + 1);
    for (std::size_t i = 2; i < end; ++i)
        directions.scatter = std::max(directions.scatter, profile.scatter[i]);
    const double amplitude = noiseFreeAmplitude(profile);
    directions.isDirectional =
        directions.scatter > leastScatter * amplitude && Chance(profile).of(directions.scatter, px) > significantScatter;
    directions.scatter /= amplitude;
    return directions;
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
        const std::size_t before = maxima.empty() ? 0 : maxima.back().sample;
        maximum.localRise = c[maximum.sample] - *std::min_element(c.begin() + static_cast<std::ptrdiff_t>(before),
                                                                  c.begin() + static_cast<std::ptrdiff_t>(maximum.sample) + 1);
        maximum.isAtEnd = maximum.sample + 1 == c.size();
        maxima.push_back(maximum);
    }
    return maxima;
}

std::vector<ProfileMaximum> competingMaxima(const RadialProfile& profile, double rMaxPx, double prominence) {
    constexpr double same = 0.08, leastHeight = 0.01;  // of R_max; of C1D
    std::vector<ProfileMaximum> competing = maximaOf(profile, prominence);
    std::erase_if(competing, [&](const ProfileMaximum& maximum) {
        const bool isRMax = std::abs(profile.r[maximum.sample] - rMaxPx) <= std::max(1.5, same * rMaxPx);
        const bool standsOut = maximum.localRise >= leastHeight && maximum.significance >= significantRise / 2;
        return isRMax || maximum.isAtEnd || !standsOut;
    });
    return competing;
}

}  // namespace coarsen
