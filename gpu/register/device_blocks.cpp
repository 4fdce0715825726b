// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_blocks.hpp"

#include "gpu/register/device_gaussian.hpp"

#include <algorithm>

namespace coarsen::gpu {

static_assert(BlockTask::mostAlong == BlockGrid::mostAlong);
static_assert(SlowTask::powers == SlowField::mostPowers);

BlockTask blockTask(const BlockGrid& grid) {
    BlockTask task{};
    task.size = sidesOf(grid.size);
    for (std::size_t axis = 0; axis < grid.parts.size(); ++axis) {
        std::ranges::copy(grid.parts[axis], task.parts[axis]);
        task.count[axis] = static_cast<int>(grid.along(axis));
    }
    chooseLayers(task);
    return task;
}

std::vector<BlockGreys> blocksFrom(const double* there, const BlockTask& task, const Stream& stream) {
    check(cudaGetLastError(), "compare greys");
    const auto layers = static_cast<std::size_t>(task.layers), all = static_cast<std::size_t>(task.sums());
    const std::vector<double> sums = hostCopy(there, sumsOfLayer * all, stream);
    std::vector<BlockGreys> blocks(all / layers);
    for (std::size_t i = 0; i < all; ++i) {
        const double* const own = sums.data() + sumsOfLayer * i;
        BlockGreys& block = blocks[i / layers];
        block.count += own[0], block.sum += own[1], block.squares += own[2];
    }
    return blocks;
}

SlowTask slowTask(const SlowBrightness& slow, const VolumeSize& size) {
    SlowTask task{};
    task.size = sidesOf(size);
    std::ranges::copy(slow.logGain.byPowers(), task.logGain);
    std::ranges::copy(slow.offset.byPowers(), task.offset);
    return task;
}

}  // namespace coarsen::gpu
