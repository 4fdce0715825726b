// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/fine_spheres.hpp"

#include "core/base/in_use.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/directions_in_space.hpp"
#include "core/measure/sinc_weights.hpp"
#include "core/measure/small_radii.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace coarsen {

namespace {

/// The weights at 1/512 of a voxel, interpolated: they are asked for hundreds of thousands of times.
SincWeights tabledSincWeights(double place) {
    constexpr int steps = 512;
    static const std::vector<SincWeights> table = [] {
        std::vector<SincWeights> all;
        for (int i = 0; i <= steps; ++i)
            all.push_back(sincWeights(static_cast<double>(i) / steps));
        return all;
    }();
    const auto before = std::min(static_cast<std::size_t>(place * steps), static_cast<std::size_t>(steps - 1));
    const double part = place * steps - static_cast<double>(before);
    SincWeights weights;
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = (1 - part) * table[before][i] + part * table[before + 1][i];
    return weights;
}

struct VoxelsAPx {
    double x, y, z;
    explicit VoxelsAPx(const Spacing& spacing)
        : x(spacing.perPx() / spacing.x), y(spacing.perPx() / spacing.y), z(spacing.perPx() / spacing.z) {}
};

double fineRadius(std::size_t step) {
    return static_cast<double>(step) / fineStepsAPixel;
}

/// How many radii can be read.
std::size_t radiiWithin(const LagReach& reach, const VoxelsAPx& a) {
    const auto fits = [&](double r) {
        return r * a.x + sincTaps <= reach.x && r * a.y + sincTaps <= reach.y && r * a.z + sincTaps <= reach.z;
    };
    std::size_t count = 0;
    while (fineRadius(count) <= lastFineRadius && fits(fineRadius(count)))
        ++count;
    return count;
}

/// Where a coordinate's taps begin, and their weights.
struct TapsAt {
    int first;
    SincWeights weights;
};
TapsAt tapsAt(double place) {
    const double before = std::floor(place);
    return {static_cast<int>(before) - sincTaps + 1, tabledSincWeights(place - before)};
}

}  // namespace

FineSpheres::FineSpheres(const LagReach& reach, const Spacing& spacing, int threads) : reach_(reach), threads_(threads) {
    const VoxelsAPx a(spacing);
    const std::size_t count = radiiWithin(reach, a);
    spheres_.resize(count);
    parallelFor(count, threads, [&](std::size_t from) {
        const std::size_t step = count - 1 - from;  // the longest first
        const double r = fineRadius(step);
        // In a box of its own; what reaches below Z = 0 is read from its twin.
        VolumeLagSums weights(
            LagReach{static_cast<int>(std::ceil(r * a.x)) + sincTaps, static_cast<int>(std::ceil(r * a.y)) + sincTaps,
                     static_cast<int>(std::ceil(r * a.z)) + sincTaps},
            -sincTaps);
        const int many = directionsAt(r);
        const DirectionsInSpace directions(many);
        for (int i = 0; i < many; ++i) {
            const SpaceDirection direction = directions[i];
            const TapsAt x = tapsAt(r * a.x * direction.x), y = tapsAt(r * a.y * direction.y), z = tapsAt(r * a.z * direction.z);
            for (int c = 0; c < 2 * sincTaps; ++c)
                for (int b = 0; b < 2 * sincTaps; ++b) {
                    const double share = z.weights[static_cast<std::size_t>(c)] * y.weights[static_cast<std::size_t>(b)] / many;
                    double* const row = &weights.at(x.first, y.first + b, z.first + c);
                    for (std::size_t column = 0; column < 2 * sincTaps; ++column)
                        row[column] += share * x.weights[column];
                }
        }
        Sphere& sphere = spheres_[step];
        const auto used = std::ranges::count_if(weights.values, [](double weight) { return weight != 0; });
        sphere.cell.reserve(static_cast<std::size_t>(used));
        sphere.weight.reserve(static_cast<std::size_t>(used));
        for (int Z = weights.minZ; Z <= weights.reach.z; ++Z)
            for (int Y = -weights.reach.y; Y <= weights.reach.y; ++Y)
                for (int X = -weights.reach.x; X <= weights.reach.x; ++X) {
                    const auto weight = static_cast<float>(weights.at(X, Y, Z));
                    if (weight == 0) continue;
                    const int sign = Z < 0 ? -1 : 1;
                    sphere.cell.push_back(static_cast<std::uint32_t>(cellOf(reach, sign * X, sign * Y, sign * Z)));
                    sphere.weight.push_back(weight);
                }
    });
}

std::size_t FineSpheres::bytes(const LagReach& reach, const Spacing& spacing, int threads) {
    const VoxelsAPx a(spacing);
    const std::size_t count = radiiWithin(reach, a);
    const auto half = [&](double r, double beyond) {  // of an ellipsoid, voxels
        const auto axis = [&](double voxelsAPx) { return std::max(0.0, r * voxelsAPx + beyond); };
        return 2.0 / 3 * std::numbers::pi * axis(a.x) * axis(a.y) * axis(a.z);
    };
    constexpr double around = 1.75 * sincTaps;  // the taps of a slanted place lie in a cube, not in a ball
    double cells = 0;
    for (std::size_t step = 0; step < count; ++step)
        cells += half(fineRadius(step), around) - half(fineRadius(step), -around);
    const double last = fineRadius(count);
    const double box = 4 * (last * a.x + sincTaps + 2) * (last * a.y + sincTaps + 2) * (last * a.z + 2 * sincTaps + 2);
    return static_cast<std::size_t>(cells * (sizeof(std::uint32_t) + sizeof(float)) +
                                    box * sizeof(double) * threadCount(threads));
}

std::shared_ptr<const FineSpheres> FineSpheres::shared(const LagReach& reach, const Spacing& spacing, int threads) {
    using Key = std::tuple<int, int, int, double, double>;
    static InUse<Key, const FineSpheres> all;
    return all.at({reach.x, reach.y, reach.z, spacing.y / spacing.x, spacing.z / spacing.x},
                  [&] { return std::make_shared<const FineSpheres>(reach, spacing, threads); });
}

std::vector<double> FineSpheres::meansOf(const VolumeLagSums& sums) const {
    std::vector<double> means(spheres_.size());
    parallelFor(means.size(), threads_, [&](std::size_t from) {
        const std::size_t step = means.size() - 1 - from;
        const Sphere& sphere = spheres_[step];
        double sum = 0;
        for (std::size_t i = 0; i < sphere.cell.size(); ++i)
            sum += static_cast<double>(sphere.weight[i]) * sums.values[sphere.cell[i]];
        means[step] = sum;
    });
    return means;
}

FineCurve FineSpheres::curve(std::vector<double> means) {
    FineCurve curve;
    const auto end = std::ranges::find_if(means, [](double mean) { return std::isnan(mean); });
    means.erase(end, means.end());
    for (std::size_t step = 0; step < means.size(); ++step)
        curve.r.push_back(static_cast<double>(step) / fineStepsAPixel);
    curve.value = std::move(means);
    return curve;
}

}  // namespace coarsen
