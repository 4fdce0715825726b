// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/spherical_mean.hpp"

#include "core/base/in_use.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/directions_in_space.hpp"
#include "core/measure/fine_spheres.hpp"
#include "core/measure/sinc_weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

namespace coarsen {

namespace {

constexpr double rounding = 1e-9;

constexpr int largestInt = std::numeric_limits<int>::max();

/// The whole part of a number that may be beyond all integers, or none.
int wholeWithin(double number, int least, int most) {
    return number > least ? number < most ? static_cast<int>(number) : most : least;
}

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

/// How far the eight corners of a cell are from the first.
std::array<std::size_t, 8> cornersOf(const VolumeLagSums& sums) {
    const std::size_t row = sums.rowLength(), slice = row * static_cast<std::size_t>(2 * sums.reach.y + 1);
    return {0, 1, row, row + 1, slice, slice + 1, slice + row, slice + row + 1};
}

}  // namespace

/// Places of each sphere's directions among the offsets: they are asked for nine times a volume with errors.
struct SphericalMean::Places {
    struct Place {
        std::uint32_t cell;  ///< before it along each axis
        double x, y, z;      ///< the part of the way to the next

        std::array<double, 8> weights() const {
            const double byX[] = {1 - x, x}, byY[] = {1 - y, y}, byZ[] = {1 - z, z};
            std::array<double, 8> weights;
            for (std::size_t corner = 0; corner < 8; ++corner)
                weights[corner] = byX[corner & 1] * byY[corner >> 1 & 1] * byZ[corner >> 2];
            return weights;
        }
    };
    std::vector<std::vector<Place>> ofSphere;  ///< by radius; none of radius 0

    Places(const LagReach& reach, const Spacing& spacing, int maxLag, int threads)
        : ofSphere(static_cast<std::size_t>(maxLag) + 1) {
        const double px = spacing.perPx();
        parallelFor(static_cast<std::size_t>(maxLag), threads, [&](std::size_t from) {
            const std::size_t radius = ofSphere.size() - 1 - from;  // the longest first
            const auto r = static_cast<double>(radius);
            const double rx = r * (px / spacing.x), ry = r * (px / spacing.y), rz = r * (px / spacing.z);
            const int many = directionsAt(r);
            const DirectionsInSpace directions(many);
            std::vector<Place>& places = ofSphere[radius];
            places.reserve(static_cast<std::size_t>(many));
            for (int i = 0; i < many; ++i) {
                const SpaceDirection direction = directions[i];
                const Between x = between(rx * direction.x, reach.x), y = between(ry * direction.y, reach.y),
                              z = between(rz * direction.z, reach.z);
                places.push_back(
                    {static_cast<std::uint32_t>(cellOf(reach, x.before, y.before, z.before)), x.part, y.part, z.part});
            }
        });
    }

    static std::shared_ptr<const Places> shared(const LagReach& reach, const Spacing& spacing, int maxLag, int threads) {
        using Key = std::tuple<int, int, int, double, double, int>;
        static InUse<Key, const Places> all;
        return all.at({reach.x, reach.y, reach.z, spacing.y / spacing.x, spacing.z / spacing.x, maxLag},
                      [&] { return std::make_shared<const Places>(reach, spacing, maxLag, threads); });
    }
};

int maxLagFor(const MeasureSettings& settings, const VolumeSize& size, const Spacing& spacing) {
    const double shortest = std::min({size.width * spacing.x, size.height * spacing.y, size.depth * spacing.z}) / spacing.perPx();
    const int third = wholeWithin(shortest / 3 + rounding, 0, largestInt),
              half = wholeWithin(shortest / 2 + rounding, 0, largestInt);
    return std::max(1, std::min(settings.maxLag > 0 ? settings.maxLag : third, half));
}

LagReach reachFor(int maxLagPx, const VolumeSize& size, const Spacing& spacing, SmallRadii smallRadii) {
    const auto along = [&](int voxels, double step) {
        const double aPx = spacing.perPx() / step;
        const int whole = wholeWithin(std::ceil(maxLagPx * aPx - rounding), 1, std::max(1, voxels - 1));
        if (smallRadii == SmallRadii::whole) return whole;
        const int most = static_cast<int>(3LL * voxels / 4);
        return std::max(whole, wholeWithin(std::ceil(std::min<double>(maxLagPx, lastFineRadius) * aPx) + sincTaps, 0, most));
    };
    return {along(size.width, spacing.x), along(size.height, spacing.y), along(size.depth, spacing.z)};
}

int maxLagWithin(const LagReach& reach, const Spacing& spacing) {
    const double shortest = std::min({reach.x * spacing.x, reach.y * spacing.y, reach.z * spacing.z}) / spacing.perPx();
    return wholeWithin(shortest + rounding, 0, largestInt);
}

SphericalMean::SphericalMean(const LagReach& reach, const Spacing& spacing, int maxLagPx, int threads)
    : maxLag_(std::min(maxLagPx, maxLagWithin(reach, spacing))),
      threads_(threads),
      places_(Places::shared(reach, spacing, maxLag_, threads)) {}

std::size_t SphericalMean::bytes(int maxLagPx) {
    std::size_t places = 0;
    for (int r = 1; r <= maxLagPx; ++r)
        places += static_cast<std::size_t>(directionsAt(r));
    return places * sizeof(Places::Place);
}

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
    const std::array corners = cornersOf(value);
    parallelFor(radii - 1, threads_, [&](std::size_t from) {
        const std::size_t r = radii - 1 - from;  // the longest first
        double samples = 0, sum = 0, squares = 0, pairSum = 0;
        for (const Places::Place& place : places_->ofSphere[r]) {
            const double* const values = value.values.data() + place.cell;
            const double* const counts = pairs.values.data() + place.cell;
            const std::array weights = place.weights();
            double c = 0, n = 0;
            const auto addCorner = [&](std::size_t i) {
                c += weights[i] * values[corners[i]];
                n += weights[i] * counts[corners[i]];
            };
            for (std::size_t i = 0; i < corners.size(); ++i)
                addCorner(i);
            if (std::isnan(c)) {  // it counts where the undefined corner has no weight
                c = n = 0;
                for (std::size_t i = 0; i < corners.size(); ++i)
                    if (weights[i] != 0) addCorner(i);
                if (std::isnan(c)) continue;
            }
            ++samples;
            sum += c;
            squares += c * c;
            pairSum += n;
        }
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
    const std::array corners = cornersOf(sums);
    parallelFor(radii - 1, threads_, [&](std::size_t from) {
        const std::size_t r = radii - 1 - from;
        const std::vector<Places::Place>& places = places_->ofSphere[r];
        double sum = 0;
        for (const Places::Place& place : places) {
            const double* const values = sums.values.data() + place.cell;
            const std::array weights = place.weights();
            double c = 0;
            for (std::size_t i = 0; i < corners.size(); ++i)
                c += weights[i] * values[corners[i]];
            sum += c;
        }
        means[r] = sum / static_cast<double>(places.size());
    });
    return means;
}

}  // namespace coarsen
