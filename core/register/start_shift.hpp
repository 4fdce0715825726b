// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/engine.hpp"

#include <array>
#include <functional>
#include <vector>

namespace coarsen {

/// The one displacement, in voxels of the finest level, that brings `fixed` onto `moved` best: the highest cross-correlation per
/// pair of voxels of the coarsest level, up to a quarter of each side, then least squares level by level (cubic sampling, to
/// 0.001 voxel).
std::array<double, 3> startShift(const std::vector<RegistrationPair>& levels, const Threads& threads);

/// Its first part, of the coarsest level: whole voxels.
std::array<double, 3> likeliestShift(const RegistrationPair& pair, const Threads& threads);

/// Of the sums of products at the displacements up to a quarter of each side the highest one per pair of voxels.
std::array<double, 3> highestShift(const VolumeSize& size, const std::function<double(int x, int y, int z)>& sumAt);

/// The sums of a step of least squares: of g g' (upper triangle), and of g times the difference.
struct ShiftEquations {
    std::array<std::array<double, 3>, 3> matrix{};
    std::array<double, 3> right{};

    void add(const ShiftEquations& other);
    /// An axis that nothing is known of (one slice) does not move.
    std::array<double, 3> solution() const;
};

/// Its second part, by least squares from there (voxels of the coarsest level) through so many levels, 0 the finest. Where that
/// runs off by more than a voxel of a level, it stays as it was there.
std::array<double, 3> refinedThroughLevels(
    const std::array<double, 3>& start, std::size_t levels,
    const std::function<ShiftEquations(std::size_t level, const std::array<double, 3>& shift)>& equationsAt);

}  // namespace coarsen
