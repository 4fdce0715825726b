// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/lag_sums.hpp"
#include "core/volume/volume.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace coarsen::window {

/// A volume made ready for the screen: a byte a voxel, so that many of a series fit into memory. Immutable.
struct VolumeBrick {
    static constexpr int codes = 256;

    VolumeSize size;
    std::vector<std::uint8_t> code;      ///< as Volume lays its values
    std::vector<std::uint8_t> masked;    ///< 1 where not measured; empty: nowhere
    double low = 0, perCode = 1;         ///< a code stands for low + code * perCode
    std::array<double, codes> counts{};  ///< of the valid voxels

    std::size_t bytes() const { return code.size() + masked.size(); }
    double valueOf(std::uint8_t of) const { return low + of * perCode; }
};

/// Codes reach from the 0.02 to the 99.98 percentile, so that a few bright voxels take no grey from the others; whole numbers
/// that need no more than 256 keep theirs. Takes 0.7 s for 512³: called by workers only.
std::shared_ptr<const VolumeBrick> brickOf(const Volume& volume);

/// The codes that are shown black and white.
struct GreyLevels {
    double black = 0, white = VolumeBrick::codes - 1;
    bool operator==(const GreyLevels&) const = default;
};

/// How often codes occur in the box; of a part of the volume a hundred thousand voxels are asked.
std::array<double, VolumeBrick::codes> countsIn(const VolumeBrick& brick, const VoxelBox& box);

/// At these percentiles of the counts.
GreyLevels levelsAt(const std::array<double, VolumeBrick::codes>& counts, double lowPercent, double highPercent);

}  // namespace coarsen::window
