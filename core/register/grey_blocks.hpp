// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/volume/volume.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coarsen {

/// Blocks that part a volume evenly.
struct BlockGrid {
    static constexpr int mostAlong = 16;  ///< blocks along an axis

    /// Makes blocks of about `side` voxels along each axis, whole ones.
    BlockGrid(const VolumeSize& size, double side);

    std::size_t along(std::size_t axis) const { return parts[axis].size() - 1; }
    std::size_t count() const { return along(0) * along(1) * along(2); }
    /// Number along each axis of a block; x runs fastest.
    std::array<std::size_t, 3> place(std::size_t block) const {
        return {block % along(0), block / along(0) % along(1), block / along(0) / along(1)};
    }
    std::array<double, 3> middle(std::size_t block) const;  ///< voxels

    VolumeSize size;
    std::array<std::vector<int>, 3> parts;  ///< where blocks begin along an axis, and where the last one ends
};

/// Grey values of the voxels of a block that count.
struct BlockGreys {
    double count = 0, sum = 0, squares = 0;

    double mean() const { return sum / count; }
    double sd() const { return std::sqrt(std::max(0.0, squares / count - mean() * mean())); }
};

/// Sums of each block's values where `counts` is not 0.
std::vector<BlockGreys> blockGreys(const BlockGrid& grid, std::span<const float> values, std::span<const std::uint8_t> counts,
                                   const Threads& threads);

}  // namespace coarsen
