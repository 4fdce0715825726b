// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace coarsen {

// How C2D is read on a circle: the same for the whole circle (C1D) and for its sectors.

/// One offset's part in a sample on the circle.
struct Corner {
    int X0, Y0;
    double weight;
};

/// The offsets that interpolate the map at one place; weights of exactly 0 are left out, so that they cannot make a sample
/// undefined.
class CircleSample {
public:
    void add(int X0, int Y0, double weight) {
        if (weight != 0) corners_[static_cast<std::size_t>(count_++)] = {X0, Y0, weight};
    }
    auto begin() const { return corners_.begin(); }
    auto end() const { return corners_.begin() + count_; }

private:
    std::array<Corner, 16> corners_;  // the first count_ hold something
    int count_ = 0;
};

inline CircleSample bilinear(double x, double y) {
    const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
    const double fx = x - left, fy = y - top;
    CircleSample sample;
    sample.add(left, top, (1 - fx) * (1 - fy));
    sample.add(left + 1, top, fx * (1 - fy));
    sample.add(left, top + 1, (1 - fx) * fy);
    sample.add(left + 1, top + 1, fx * fy);
    return sample;
}

/// Catmull-Rom over 4 x 4 offsets; bilinear where they do not fit into the map.
inline CircleSample cubic(double x, double y, int maxLag) {
    const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
    if (left - 1 < -maxLag || left + 2 > maxLag || top - 1 < -maxLag || top + 2 > maxLag) return bilinear(x, y);
    const auto weights = [](double t) {
        return std::array<double, 4>{-0.5 * t * (1 - t) * (1 - t), 1 + t * t * (1.5 * t - 2.5), t * (0.5 + t * (2 - 1.5 * t)),
                                     0.5 * t * t * (t - 1)};
    };
    const auto across = weights(x - left), down = weights(y - top);
    CircleSample sample;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
            sample.add(left - 1 + i, top - 1 + j, across[static_cast<std::size_t>(i)] * down[static_cast<std::size_t>(j)]);
    return sample;
}

/// True where all of the circle lies on the map. Where pixels are not square the larger circles leave it on two sides; averaging
/// only what is left would compare few directions with many (science/defaults.md, pitfall 4).
inline bool fitsIntoMap(int r, int maxLag, double aspect) {
    return r * std::sqrt(std::max(aspect, 1 / aspect)) <= maxLag + 1e-9;
}

/// Where a sample lies on its circle: at the angle 2 pi k / count from x towards y, on the sample rather than in pixels.
struct CirclePlace {
    int k = 0, count = 1;
};

/// Places that miss a whole number by the rounding of cos and sin would ask for offsets beyond the map.
inline CircleSample sampleAt(double x, double y, int maxLag, AzimuthRule rule) {
    if (std::abs(x - std::round(x)) < 1e-9) x = std::round(x);
    if (std::abs(y - std::round(y)) < 1e-9) y = std::round(y);
    return rule == AzimuthRule::cubic ? cubic(x, y, maxLag) : bilinear(x, y);
}

inline int samplesOnCircle(int r) {
    return std::max(8, 25 * r);
}

/// Round on the sample: a circle of radius r sqrt(px py) is an ellipse in pixels that are not square.
inline CircleSample sampleOnCircle(int r, CirclePlace place, int maxLag, AzimuthRule rule, double aspect) {
    const double angle = 2 * std::numbers::pi * place.k / place.count;
    return sampleAt(r * std::sqrt(aspect) * std::cos(angle), r / std::sqrt(aspect) * std::sin(angle), maxLag, rule);
}

/// Calls `take(sample, place)` for every sample of the circle of radius r; for none when it does not fit into the map.
template <typename Take>
void forEachOnCircle(int r, int maxLag, AzimuthRule rule, double aspect, const Take& take) {
    if (r == 0) {
        take(bilinear(0, 0), CirclePlace{});
        return;
    }
    if (!fitsIntoMap(r, maxLag, aspect)) return;
    const int count = samplesOnCircle(r);
    for (int k = 0; k < count; ++k)
        take(sampleOnCircle(r, {k, count}, maxLag, rule, aspect), CirclePlace{k, count});
}

/// Calls `take(k, times)` for samples of a circle from angle 0 on, until the others are their mirror images: folded onto
/// X0, Y0 >= 0, so many of the circle's samples lie where that one does.
template <typename Take>
void forEachUnlike(int count, const Take& take) {
    const int images = count % 2 == 0 ? 4 : 2;
    for (int k = 0; images * k <= count; ++k)
        take(k, k == 0 || 4 * k == count ? images / 2.0 : images);
}

/// `forEachOnCircle` for even maps that are folded: calls `take(sample, times)`.
template <typename Take>
void forEachOnFoldedCircle(int r, int maxLag, AzimuthRule rule, double aspect, const Take& take) {
    if (r == 0) {
        take(bilinear(0, 0), 1.0);
        return;
    }
    if (!fitsIntoMap(r, maxLag, aspect)) return;
    const int count = samplesOnCircle(r);
    forEachUnlike(count, [&](int k, double times) { take(sampleOnCircle(r, {k, count}, maxLag, rule, aspect), times); });
}

/// Every offset, shared between the two nearest integer radii: calls `take(r, X0, Y0, weight)`.
template <typename Take>
void forEachInBins(int maxLag, double aspect, const Take& take) {
    const auto isBin = [&](int r) { return r <= maxLag && fitsIntoMap(r, maxLag, aspect); };
    for (int Y0 = -maxLag; Y0 <= maxLag; ++Y0) {
        for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
            const double radius = std::hypot(X0 / std::sqrt(aspect), Y0 * std::sqrt(aspect));
            const int inner = static_cast<int>(radius);
            const double outerPart = radius - inner;
            if (isBin(inner) && outerPart < 1 && (inner > 0 || outerPart == 0)) take(inner, X0, Y0, 1 - outerPart);
            if (isBin(inner + 1) && outerPart > 0) take(inner + 1, X0, Y0, outerPart);
        }
    }
}

/// Running sums over one circle.
struct CircleSums {
    double weight = 0, value = 0, square = 0, pairs = 0;

    void add(double w, double c, double n = 0) {
        weight += w;
        value += w * c;
        square += w * c * c;
        pairs += w * n;
    }
    void add(const CircleSums& other) {
        weight += other.weight;
        value += other.value;
        square += other.square;
        pairs += other.pairs;
    }
};

inline void append(RadialProfile& profile, int r, const CircleSums& sums) {
    const double mean = sums.value / sums.weight;  // NaN without a defined sample
    profile.r.push_back(r);
    profile.value.push_back(mean);
    profile.pairs.push_back(sums.weight > 0 ? sums.pairs / sums.weight : 0);
    const double variance = sums.square / sums.weight - mean * mean;
    profile.scatter.push_back(variance < 0 ? 0 : std::sqrt(variance));  // below 0 by rounding only; NaN stays
}

}  // namespace coarsen
