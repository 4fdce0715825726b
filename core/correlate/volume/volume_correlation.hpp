// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/correlate/volume/engine.hpp"
#include "core/correlate/volume/volume_statistics.hpp"
#include "core/volume/volume.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace coarsen {

C3dLevel levelOf(const VolumeStatistics& statistics, MeanMode mean);

/// C3D with its numbers of pairs, both for Z >= 0.
struct VolumeCorrelation {
    VolumeLagSums value;  ///< NaN where not defined
    std::shared_ptr<const VolumeLagSums> pairs;
    double variance = 0;
};

/// Turns volumes of one size into C3D: means and norms of science/definitions.md with a Z. Keeps the pair counts of a mask that
/// does not change. One thread at a time.
///
/// Use, given `std::shared_ptr<C3dPlan> plan, const Volume& volume, const VolumeStatistics& statistics`:
///
///     VolumeCorrelator correlate(plan, MeanMode::global, NormMode::count);
///     const std::optional<VolumeCorrelation> c3d = correlate(volume, statistics);
///     if (c3d) const double atOffset = c3d->value.at(3, -2, 1);
class VolumeCorrelator {
public:
    VolumeCorrelator(std::shared_ptr<C3dPlan> plan, MeanMode mean, NormMode norm);

    /// Its plan takes the volume and has it afterwards. Nothing after a stop. Throws EngineError.
    std::optional<VolumeCorrelation> operator()(const Volume& volume, const VolumeStatistics& statistics,
                                                std::stop_token stop = {});

    const LagReach& reach() const { return plan_->shape().reach; }

private:
    std::shared_ptr<const VolumeLagSums> pairCounts(const Volume& volume, std::stop_token stop);
    bool needsSideSums() const { return mean_ == MeanMode::overlap || norm_ == NormMode::local; }

    std::shared_ptr<C3dPlan> plan_;
    MeanMode mean_;
    NormMode norm_;
    std::vector<std::uint8_t> keptMask_;
    std::shared_ptr<const VolumeLagSums> keptCounts_;
};

/// Bytes that a call with the CPU's transforms takes beside the volume, C3D and its pairs included.
std::size_t bytesToCorrelate(const VolumeSize& size, const LagReach& reach, MeanMode mean, NormMode norm, int threads);

/// Pairs within a box without a mask, Z >= 0.
VolumeLagSums boxPairs(const VolumeSize& size, const LagReach& reach, int threads = 1);

}  // namespace coarsen
