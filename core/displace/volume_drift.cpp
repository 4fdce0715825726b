// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/volume_drift.hpp"

#include "core/correlate/volume/volume_correlation.hpp"
#include "core/displace/volume_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

constexpr double leastLikeness = 0.2;
constexpr double leastPart = 0.05;  // of the voxels in the overlap that have to be valid in both

struct Lag {
    int x = 0, y = 0, z = 0;
};

LagReach quarterOf(const VolumeSize& size) {
    return {std::max(1, size.width / 4), std::max(1, size.height / 4), std::max(1, size.depth / 4)};
}

/// The highest cross-correlation per pair.
Lag highestPerPair(const VolumeLagSums& products, const VolumeLagSums* pairs, const VolumeSize& size) {
    const double fewest = leastPart * static_cast<double>(size.voxels());
    Lag best;
    double highest = -std::numeric_limits<double>::infinity();
    for (int Z = products.minZ; Z <= products.reach.z; ++Z)
        for (int Y = -products.reach.y; Y <= products.reach.y; ++Y)
            for (int X = -products.reach.x; X <= products.reach.x; ++X) {
                const double n = pairs ? pairs->at(X, Y, Z)
                                       : static_cast<double>(size.width - std::abs(X)) * (size.height - std::abs(Y)) *
                                             (size.depth - std::abs(Z));
                if (n < fewest) continue;
                if (const double value = products.at(X, Y, Z) / n; value > highest) {
                    highest = value;
                    best = {X, Y, Z};
                }
            }
    return best;
}

/// By the parabola through the peak and its neighbours along one axis, at most half a voxel beside it.
double besidePeak(const VolumeLagSums& products, const Lag& peak, int Lag::*axis, int reach) {
    if (std::abs(peak.*axis) >= reach) return peak.*axis;
    const auto at = [&](int step) {
        Lag lag = peak;
        lag.*axis += step;
        return products.at(lag.x, lag.y, lag.z);
    };
    const double slope = (at(1) - at(-1)) / 2, bend = at(1) + at(-1) - 2 * at(0);
    return peak.*axis + (bend < 0 ? std::clamp(-slope / bend, -0.5, 0.5) : 0);
}

}  // namespace

VolumeShiftFinder::VolumeShiftFinder(const VolumeSize& size, int threads)
    : transform_(size, quarterOf(size), threads), threads_(threads) {}

VolumeShift VolumeShiftFinder::between(const Volume& here, const Volume& moved, std::stop_token stop) {
    if (here.size() != size() || moved.size() != size()) return {};
    const VolumeStatistics ofHere = statisticsOf(here, threads_), ofMoved = statisticsOf(moved, threads_);
    if (!(ofHere.energyAboutMean > 0) || !(ofMoved.energyAboutMean > 0)) return {};
    const VoxelBox whole = wholeOf(size());
    const auto products = transform_.ofBoth(centredRows(moved, ofMoved.mean, whole), centredRows(here, ofHere.mean, whole), stop);
    if (!products) return {};
    std::optional<VolumeLagSums> pairs;
    if (!here.isAllValid() || !moved.isAllValid()) {
        pairs = transform_.ofBoth(validRows(moved, whole), validRows(here, whole), stop);
        if (!pairs) return {};
    }
    const Lag peak = highestPerPair(*products, pairs ? &*pairs : nullptr, size());
    const LagReach& reach = transform_.reach();
    VolumeShift start;
    start.x = besidePeak(*products, peak, &Lag::x, reach.x);
    start.y = besidePeak(*products, peak, &Lag::y, reach.y);
    start.z = besidePeak(*products, peak, &Lag::z, reach.z);
    const VolumeShift shift = refinedShift(here, moved, start, threads_, stop);
    return shift.likeness > leastLikeness ? shift : VolumeShift{};
}

std::optional<VolumeDriftFollower::Known> VolumeDriftFollower::found(const Volume& volume, std::stop_token stop) {
    VolumeShift sum{0, 0, 0, 0};
    double weights = 0;
    const auto compare = [&](const std::optional<Known>& known) {
        if (!known) return;
        const VolumeShift further = finder_->between(known->volume, volume, stop);
        if (!further.isFound()) return;
        constexpr double least = 1e-4;  // of two that are the same
        const double alike = further.likeness * further.likeness;
        const double weight = 1 / (known->variance + std::max(least, (1 - alike) / alike));
        sum.x += weight * (known->position.x + further.x);
        sum.y += weight * (known->position.y + further.y);
        sum.z += weight * (known->position.z + further.z);
        sum.likeness = std::max(sum.likeness, further.likeness);
        weights += weight;
    };
    compare(before_);
    compare(fifth_);
    if (weights == 0) return std::nullopt;
    return Known{volume, {sum.x / weights, sum.y / weights, sum.z / weights, sum.likeness}, 1 / weights};
}

std::size_t VolumeShiftFinder::bytes(const VolumeSize& size, int threads) {
    const std::size_t sums = LagTransform::bytes(size, quarterOf(size), true, threads);
    return 2 * sums;  // of masked volumes the pairs are counted beside the products
}

VolumeDriftFollower::VolumeDriftFollower(int threads, int found, Known last, Known fifth)
    : threads_(threads), count_(found), before_(std::move(last)), fifth_(std::move(fifth)) {
    finder_.emplace(before_->volume.size(), threads_);
    if (count_ < 2) fifth_.reset();
}

VolumeShift VolumeDriftFollower::next(const Volume& volume, std::stop_token stop) {
    std::optional<Known> now;
    if (!before_) {
        if (!(statisticsOf(volume, threads_).energyAboutMean > 0)) return {};
        finder_.emplace(volume.size(), threads_);
        now = Known{volume, {0, 0, 0, 1}, 0};
    } else {
        now = found(volume, stop);
        if (!now) return {};
    }
    // The one before is compared once, even where it is a fifth one.
    if (count_++ % everyFifth == 1) fifth_ = before_;
    before_ = std::move(now);
    return before_->position;
}

}  // namespace coarsen
