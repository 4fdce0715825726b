// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/volume/volume_correlation.hpp"

#include "core/base/parallel.hpp"
#include "core/correlate/volume/lag_transform.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr double fewestPairs = 32, smallestPairShare = 0.01;  // science/definitions.md

/// Sums beside N at every offset: of (v - mean) and (v - mean)^2 over the voxels that have a valid partner.
struct SideSums {
    VolumeLagSums values;
    std::optional<VolumeLagSums> squares;  ///< only for norm `local`
};

template <typename Body>
void forEachOffset(const VolumeLagSums& sums, int threads, Body body) {
    parallelFor(static_cast<std::size_t>(sums.reach.z - sums.minZ + 1), threads, [&](std::size_t slice) {
        const int Z = sums.minZ + static_cast<int>(slice);
        for (int Y = -sums.reach.y; Y <= sums.reach.y; ++Y)
            for (int X = -sums.reach.x; X <= sums.reach.x; ++X)
                body(X, Y, Z);
    });
}

}  // namespace

VolumeLagSums boxPairs(const VolumeSize& size, const LagReach& reach, int threads) {
    VolumeLagSums pairs(reach, 0);
    forEachOffset(pairs, threads, [&](int X, int Y, int Z) {
        pairs.at(X, Y, Z) = static_cast<double>(size.width - std::abs(X)) * (size.height - std::abs(Y)) * (size.depth - Z);
    });
    return pairs;
}

C3dLevel levelOf(const VolumeStatistics& statistics, MeanMode mean) {
    const double energy = mean == MeanMode::none ? statistics.energy : statistics.energyAboutMean;
    C3dLevel level;
    if (mean != MeanMode::none) level.mean = statistics.mean;
    level.deviation = std::sqrt(energy / statistics.validVoxels);
    return level;
}

VolumeCorrelator::VolumeCorrelator(std::shared_ptr<C3dPlan> plan, MeanMode mean, NormMode norm)
    : plan_(std::move(plan)), mean_(mean), norm_(norm) {}

std::shared_ptr<const VolumeLagSums> VolumeCorrelator::pairCounts(const Volume& volume, std::stop_token stop) {
    if (keptCounts_ && std::ranges::equal(volume.valid(), keptMask_)) return keptCounts_;
    keptCounts_ = nullptr;
    std::optional<VolumeLagSums> counts;
    if (volume.isAllValid()) {
        counts = boxPairs(volume.size(), reach(), plan_->shape().threads);
    } else {
        counts = plan_->ofItself(C3dField::valid, wholeOf(volume.size()), reach(), stop);
        if (!counts) return nullptr;
        for (double& count : counts->values)
            count = std::trunc(std::max(0.0, count) + 0.5);
    }
    keptMask_.assign(volume.valid().begin(), volume.valid().end());
    keptCounts_ = std::make_shared<const VolumeLagSums>(std::move(*counts));
    return keptCounts_;
}

std::optional<VolumeCorrelation> VolumeCorrelator::operator()(const Volume& volume, const VolumeStatistics& statistics,
                                                              std::stop_token stop) {
    plan_->take(volume, levelOf(statistics, mean_), stop);
    VolumeCorrelation answer;
    answer.pairs = pairCounts(volume, stop);
    if (!answer.pairs) return std::nullopt;
    const VoxelBox whole = wholeOf(volume.size());
    auto sums = plan_->ofItself(C3dField::centred, whole, reach(), stop);
    if (!sums) return std::nullopt;
    answer.value = std::move(*sums);

    SideSums sides;
    if (needsSideSums()) {
        auto values = plan_->ofBoth(C3dField::centred, C3dField::valid, whole, reach(), stop);
        if (!values) return std::nullopt;
        sides.values = std::move(*values);
        if (norm_ == NormMode::local) {
            sides.squares = plan_->ofBoth(C3dField::squared, C3dField::valid, whole, reach(), stop);
            if (!sides.squares) return std::nullopt;
        }
    }

    const double energy = mean_ == MeanMode::none ? statistics.energy : statistics.energyAboutMean;
    const double meanSquare = energy / statistics.validVoxels;
    const double rounding = 1e-12 * energy;
    const double enoughPairs = std::max(fewestPairs, smallestPairShare * static_cast<double>(volume.size().voxels()));
    /// v of norm `local` at one side of the pairs.
    const auto overlapEnergy = [&](double n, int X, int Y, int Z) {
        const double sum = sides.values.at(X, Y, Z);
        const double about = sides.squares->at(X, Y, Z) - (mean_ == MeanMode::overlap ? sum * sum / n : 0);
        return about > rounding ? about : 0;
    };
    forEachOffset(answer.value, plan_->shape().threads, [&](int X, int Y, int Z) {
        const std::size_t i = answer.value.index(X, Y, Z);
        double N = std::exchange(answer.value.values[i], std::numeric_limits<double>::quiet_NaN());
        const double n = answer.pairs->values[i];
        if (n < enoughPairs) return;
        if (mean_ == MeanMode::overlap) N -= sides.values.at(X, Y, Z) * sides.values.at(-X, -Y, -Z) / n;
        double denominator = 0;
        switch (norm_) {
            case NormMode::energy:
                denominator = energy;
                break;
            case NormMode::count:
                denominator = n * meanSquare;
                break;
            case NormMode::local:
                denominator = std::sqrt(overlapEnergy(n, X, Y, Z) * overlapEnergy(n, -X, -Y, -Z));
                break;
        }
        if (denominator > 0) answer.value.values[i] = N / denominator;
    });
    double& atOrigin = answer.value.at(0, 0, 0);  // by definition; the sum's last digit is chance
    if (!std::isnan(atOrigin)) atOrigin = 1;
    answer.variance = meanSquare;
    return answer;
}

std::size_t bytesToCorrelate(const VolumeSize& size, const LagReach& reach, MeanMode mean, NormMode norm, int threads) {
    const std::size_t half = bytesOfHalf(reach);
    const std::size_t ofItself = half + LagTransform::bytes(size, reach, false, threads);  // the pairs beside it
    if (mean != MeanMode::overlap && norm != NormMode::local) return ofItself;
    const std::size_t ofBoth = LagTransform::bytes(size, reach, true, threads);
    return std::max(ofItself, 2 * half + ofBoth + (norm == NormMode::local ? 2 * half : 0));
}

}  // namespace coarsen
