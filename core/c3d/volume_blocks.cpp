// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/c3d/volume_blocks.hpp"

#include "core/c3d/volume_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr double leastMeanPairs = 32;  // as for the whole volume

/// Of one block or several: what C1D is the quotient of, radius by radius. Sums over offsets are taken before they are divided,
/// so that leaving a block out is a subtraction.
struct SphereSums {
    std::vector<double> products, pairs;

    void add(const SphereSums& other, double sign) {
        products.resize(other.products.size());
        pairs.resize(other.pairs.size());
        for (std::size_t r = 0; r < products.size(); ++r) {
            products[r] += sign * other.products[r];
            pairs[r] += sign * other.pairs[r];
        }
    }

    RadialProfile profile() const {
        RadialProfile profile;
        profile.dimensions = 3;
        const double variance = products[0] / pairs[0];
        for (std::size_t r = 0; r < products.size(); ++r) {
            const bool isDefined = pairs[r] >= leastMeanPairs && variance > 0;
            profile.r.push_back(static_cast<double>(r));
            profile.value.push_back(isDefined ? products[r] / (pairs[r] * variance) : std::numeric_limits<double>::quiet_NaN());
        }
        profile.pairs = pairs;
        return profile;
    }
};

VolumeSize halfOf(const VolumeSize& whole) {
    return {whole.width / 2, whole.height / 2, whole.depth / 2};
}

}  // namespace

LeaveOneBlockOut::LeaveOneBlockOut(const VolumeSize& whole, const Spacing& spacing, int maxLagPx, int threads) {
    const VolumeSize half = halfOf(whole);
    if (std::min({half.width, half.height, half.depth}) < 2) return;
    for (int i = 0; i < 8; ++i)
        blocks_.push_back({(i & 1) * half.width, (i >> 1 & 1) * half.height, (i >> 2) * half.depth, half});
    transform_.emplace(half, reachFor(maxLagPx, half, spacing), threads);
    mean_.emplace(transform_->reach(), spacing, maxLagPx, threads);
}

std::vector<RadialProfile> LeaveOneBlockOut::operator()(const Volume& volume, double mean, std::stop_token stop) {
    if (!transform_ || mean_->maxLag() < 1) return {};
    std::vector<SphereSums> ofBlocks;
    SphereSums all;
    for (const VoxelBox& block : blocks_) {
        SphereSums sums;
        const auto products = transform_->ofItself(centredRows(volume, mean, block), stop);
        if (!products) return {};
        sums.products = mean_->meansOf(*products);
        if (!volume.isAllValid()) {
            const auto pairs = transform_->ofItself(validRows(volume, block), stop);
            if (!pairs) return {};
            sums.pairs = mean_->meansOf(*pairs);
        } else if (ofBlocks.empty()) {
            sums.pairs = mean_->meansOf(boxPairs(block.size, transform_->reach()));
        } else {
            sums.pairs = ofBlocks.front().pairs;
        }
        all.add(sums, 1);
        ofBlocks.push_back(std::move(sums));
    }
    std::vector<RadialProfile> replicates;
    for (const SphereSums& left : ofBlocks) {
        SphereSums others = all;
        others.add(left, -1);
        replicates.push_back(others.profile());
    }
    return replicates;
}

std::size_t LeaveOneBlockOut::bytes(const VolumeSize& whole, const Spacing& spacing, int maxLagPx, int threads) {
    const VolumeSize half = halfOf(whole);
    if (std::min({half.width, half.height, half.depth}) < 2) return 0;
    const LagReach reach = reachFor(maxLagPx, half, spacing);
    return LagTransform::bytes(half, reach, false, threads) + bytesOfHalf(reach);
}

}  // namespace coarsen
