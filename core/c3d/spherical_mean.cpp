// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/c3d/spherical_mean.hpp"

#include "core/base/parallel.hpp"
#include "core/c3d/directions_in_space.hpp"
#include "core/c3d/fine_spheres.hpp"
#include "core/measure/sinc_weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

constexpr double rounding = 1e-9;

struct SphereCorner {
    std::size_t cell;
    double weight;
};
using SphereSample = std::array<SphereCorner, 8>;

/// Where a coordinate lies between two offsets of -reach ... reach.
struct Between {
    int before;
    double part;
};
Between between(double place, int reach) {
    if (std::abs(place - std::round(place)) < rounding) place = std::round(place);
    const int before = std::min(static_cast<int>(std::floor(place)), reach - 1);
    return {before, place - before};
}

/// body(sample) for every direction.
template <typename Body>
void forEachOnSphere(const VolumeLagSums& sums, double rx, double ry, double rz, int count, Body body) {
    const std::size_t row = sums.rowLength(), slice = row * static_cast<std::size_t>(2 * sums.reach.y + 1);
    for (int i = 0; i < count; ++i) {
        const Direction direction = directionOf(i, count);
        const Between atX = between(rx * direction.x, sums.reach.x), atY = between(ry * direction.y, sums.reach.y),
                      atZ = between(rz * direction.z, sums.reach.z);
        const std::size_t first = sums.index(atX.before, atY.before, atZ.before);
        SphereSample sample;
        for (std::size_t corner = 0; corner < 8; ++corner) {
            const std::size_t x = corner & 1, y = corner >> 1 & 1, z1 = corner >> 2;
            sample[corner] = {first + x + y * row + z1 * slice,
                              (x ? atX.part : 1 - atX.part) * (y ? atY.part : 1 - atY.part) * (z1 ? atZ.part : 1 - atZ.part)};
        }
        body(sample);
    }
}

}  // namespace

int maxLagFor(const MeasureSettings& settings, const VolumeSize& size, const Spacing& spacing) {
    const double shortest = std::min({size.width * spacing.x, size.height * spacing.y, size.depth * spacing.z}) / spacing.perPx();
    const int third = static_cast<int>(shortest / 3 + rounding), half = static_cast<int>(shortest / 2 + rounding);
    return std::max(1, std::min(settings.maxLag > 0 ? settings.maxLag : third, half));
}

LagReach reachFor(int maxLagPx, const VolumeSize& size, const Spacing& spacing, SmallRadii smallRadii) {
    const auto along = [&](int voxels, double step) {
        const double aPx = spacing.perPx() / step;
        const int whole = std::clamp(static_cast<int>(std::ceil(maxLagPx * aPx - rounding)), 1, voxels - 1);
        if (smallRadii == SmallRadii::whole) return whole;
        const int fine = static_cast<int>(std::ceil(std::min<double>(maxLagPx, lastFineRadius) * aPx)) + sincTaps;
        return std::max(whole, std::min(fine, 3 * voxels / 4));
    };
    return {along(size.width, spacing.x), along(size.height, spacing.y), along(size.depth, spacing.z)};
}

int maxLagWithin(const LagReach& reach, const Spacing& spacing) {
    return static_cast<int>(std::min({reach.x * spacing.x, reach.y * spacing.y, reach.z * spacing.z}) / spacing.perPx() +
                            rounding);
}

SphericalMean::SphericalMean(const LagReach& reach, const Spacing& spacing, int maxLagPx, int threads)
    : reach_(reach),
      stepX_(spacing.perPx() / spacing.x),
      stepY_(spacing.perPx() / spacing.y),
      stepZ_(spacing.perPx() / spacing.z),
      maxLag_(std::min(maxLagPx, maxLagWithin(reach, spacing))),
      threads_(threads) {}

RadialProfile SphericalMean::operator()(const VolumeLagSums& value, const VolumeLagSums& pairs) const {
    const auto radii = static_cast<std::size_t>(maxLag_) + 1;
    RadialProfile profile;
    profile.dimensions = 3;
    for (int r = 0; r <= maxLag_; ++r)
        profile.r.push_back(r);
    profile.value.assign(radii, std::numeric_limits<double>::quiet_NaN());
    profile.scatter = profile.value;
    profile.pairs.assign(radii, 0.0);
    profile.value[0] = value.at(0, 0, 0);
    profile.scatter[0] = 0;
    profile.pairs[0] = pairs.at(0, 0, 0);
    parallelFor(radii - 1, threads_, [&](std::size_t from) {
        const std::size_t r = radii - 1 - from;  // the longest first
        double samples = 0, sum = 0, squares = 0, pairSum = 0;
        const auto length = static_cast<double>(r);
        forEachOnSphere(value, length * stepX_, length * stepY_, length * stepZ_, directionsAt(length),
                        [&](const SphereSample& sample) {
                            double c = 0, n = 0;
                            for (const SphereCorner& corner : sample) {
                                if (corner.weight == 0) continue;
                                c += corner.weight * value.values[corner.cell];
                                n += corner.weight * pairs.values[corner.cell];
                            }
                            if (std::isnan(c)) return;
                            ++samples;
                            sum += c;
                            squares += c * c;
                            pairSum += n;
                        });
        if (samples == 0) return;
        profile.value[r] = sum / samples;
        profile.pairs[r] = pairSum / samples;
        profile.scatter[r] = std::sqrt(std::max(0.0, squares / samples - profile.value[r] * profile.value[r]));
    });
    return profile;
}

std::vector<double> SphericalMean::meansOf(const VolumeLagSums& sums) const {
    const auto radii = static_cast<std::size_t>(maxLag_) + 1;
    std::vector<double> means(radii);
    means[0] = sums.at(0, 0, 0);
    parallelFor(radii - 1, threads_, [&](std::size_t from) {
        const std::size_t r = radii - 1 - from;
        const auto length = static_cast<double>(r);
        const int count = directionsAt(length);
        double sum = 0;
        forEachOnSphere(sums, length * stepX_, length * stepY_, length * stepZ_, count, [&](const SphereSample& sample) {
            for (const SphereCorner& corner : sample)
                sum += corner.weight * sums.values[corner.cell];
        });
        means[r] = sum / count;
    });
    return means;
}

}  // namespace coarsen
