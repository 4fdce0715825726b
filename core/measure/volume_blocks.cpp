// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/volume_blocks.hpp"

#include "core/correlate/volume/lag_transform.hpp"
#include "core/correlate/volume/volume_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr double leastMeanPairs = 32;  // as for the whole volume

/// Sums of one block or several whose quotient, radius by radius, is C1D. Sums over offsets are taken before they are divided,
/// so that leaving a block out is a subtraction.
struct SphereSums {
    std::vector<double> products, pairs;          ///< at whole pixels
    std::vector<double> fineProducts, finePairs;  ///< at quarter pixels, or empty

    /// These and, with `sign` -1, less the other's.
    void add(const SphereSums& other, double sign) {
        for (const auto part : {&SphereSums::products, &SphereSums::pairs, &SphereSums::fineProducts, &SphereSums::finePairs}) {
            std::vector<double>& own = this->*part;
            const std::vector<double>& theirs = other.*part;
            own.resize(theirs.size());
            for (std::size_t r = 0; r < own.size(); ++r)
                own[r] += sign * theirs[r];
        }
    }

    /// By the variance: 1 at R = 0.
    std::vector<double> quotients(const std::vector<double>& sums, const std::vector<double>& counts) const {
        const double variance = products[0] / pairs[0];
        std::vector<double> values;
        for (std::size_t r = 0; r < sums.size(); ++r) {
            const bool isDefined = counts[r] >= leastMeanPairs && variance > 0;
            values.push_back(isDefined ? sums[r] / (counts[r] * variance) : std::numeric_limits<double>::quiet_NaN());
        }
        return values;
    }

    RadialProfile profile() const {
        RadialProfile profile;
        profile.dimensions = 3;
        for (std::size_t r = 0; r < products.size(); ++r)
            profile.r.push_back(static_cast<double>(r));
        profile.value = quotients(products, pairs);
        profile.pairs = pairs;
        profile.fine = FineSpheres::curve(quotients(fineProducts, finePairs));
        return profile;
    }
};

VolumeSize halfOf(const VolumeSize& whole) {
    return {whole.width / 2, whole.height / 2, whole.depth / 2};
}

}  // namespace

LeaveOneBlockOut::LeaveOneBlockOut(std::shared_ptr<C3dPlan> plan, const Spacing& spacing, int maxLagPx, SmallRadii smallRadii)
    : plan_(std::move(plan)) {
    const VolumeSize half = halfOf(plan_->shape().size);
    if (std::min({half.width, half.height, half.depth}) < 2) return;
    for (int i = 0; i < 8; ++i)
        blocks_.push_back({(i & 1) * half.width, (i >> 1 & 1) * half.height, (i >> 2) * half.depth, half});
    const int threads = plan_->shape().threads;
    reach_ = reachFor(maxLagPx, half, spacing, smallRadii);
    mean_.emplace(reach_, spacing, maxLagPx, threads);
    if (smallRadii == SmallRadii::quarter) fine_ = FineSpheres::shared(reach_, spacing, threads);
}

std::vector<RadialProfile> LeaveOneBlockOut::operator()(const Volume& volume, std::stop_token stop) {
    if (!mean_ || mean_->maxLag() < 1) return {};
    std::vector<SphereSums> ofBlocks;
    SphereSums all;
    const auto takePairs = [&](SphereSums& sums, const VolumeLagSums& pairs) {
        sums.pairs = mean_->meansOf(pairs);
        if (fine_) sums.finePairs = fine_->meansOf(pairs);
    };
    for (const VoxelBox& block : blocks_) {
        SphereSums sums;
        auto products = plan_->ofItself(C3dField::centred, block, reach_, stop);
        if (!products) return {};
        sums.products = mean_->meansOf(*products);
        if (fine_) sums.fineProducts = fine_->meansOf(*products);
        plan_->useAgain(std::move(products->values));
        if (!volume.isAllValid()) {
            auto pairs = plan_->ofItself(C3dField::valid, block, reach_, stop);
            if (!pairs) return {};
            takePairs(sums, *pairs);
            plan_->useAgain(std::move(pairs->values));
        } else if (ofBlocks.empty()) {
            takePairs(sums, boxPairs(block.size, reach_, plan_->shape().threads));
        } else {
            sums.pairs = ofBlocks.front().pairs;
            sums.finePairs = ofBlocks.front().finePairs;
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

std::size_t LeaveOneBlockOut::bytes(const VolumeSize& whole, const Spacing& spacing, int maxLagPx, SmallRadii smallRadii,
                                    int threads) {
    const VolumeSize half = halfOf(whole);
    if (std::min({half.width, half.height, half.depth}) < 2) return 0;
    const LagReach reach = reachFor(maxLagPx, half, spacing, smallRadii);
    const std::size_t fine = smallRadii == SmallRadii::quarter ? FineSpheres::bytes(reach, spacing, threads) : 0;
    return LagTransform::bytes(half, reach, false, threads) + bytesOfHalf(reach) + SphericalMean::bytes(maxLagPx) + fine;
}

}  // namespace coarsen
