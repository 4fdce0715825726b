// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/grey_blocks.hpp"

#include "core/base/parallel.hpp"

namespace coarsen {

BlockGrid::BlockGrid(const VolumeSize& size, double side) : size(size) {
    const std::array lengths{size.width, size.height, size.depth};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int count = std::clamp(static_cast<int>(lengths[axis] / side), 1, mostAlong);
        for (int i = 0; i <= count; ++i)
            parts[axis].push_back(static_cast<int>(static_cast<long long>(lengths[axis]) * i / count));
    }
}

std::array<double, 3> BlockGrid::middle(std::size_t block) const {
    const std::array<std::size_t, 3> at = place(block);
    std::array<double, 3> middle{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        middle[axis] = 0.5 * (parts[axis][at[axis]] + parts[axis][at[axis] + 1] - 1);
    return middle;
}

std::vector<BlockGreys> blockGreys(const BlockGrid& grid, std::span<const float> values, std::span<const std::uint8_t> counts,
                                   const Threads& threads) {
    std::vector<BlockGreys> blocks(grid.count());
    parallelFor(blocks.size(), threads, [&](std::size_t b) {
        const std::array<std::size_t, 3> at = grid.place(b);
        const auto from = [&](std::size_t axis) { return grid.parts[axis][at[axis]]; };
        const auto to = [&](std::size_t axis) { return grid.parts[axis][at[axis] + 1]; };
        BlockGreys& block = blocks[b];
        for (int z = from(2); z < to(2); ++z)
            for (int y = from(1); y < to(1); ++y)
                for (std::size_t i = grid.size.index(from(0), y, z), end = grid.size.index(to(0), y, z); i < end; ++i) {
                    if (counts[i] == 0) continue;
                    const auto value = static_cast<double>(values[i]);
                    ++block.count;
                    block.sum += value, block.squares += value * value;
                }
    });
    return blocks;
}

}  // namespace coarsen
