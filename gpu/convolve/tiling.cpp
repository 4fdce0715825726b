// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/tiling.hpp"

#include <algorithm>

namespace coarsen::gpu {

std::size_t neighbourhoodBytes(const Tile& tile, int filterWidth, int filterHeight, int padding) {
    return sizeof(float) * static_cast<std::size_t>(tile.width() + filterWidth - 1 + padding) *
           static_cast<std::size_t>(tile.height() + filterHeight - 1);
}

int blocksAtOnce(const Multiprocessor& device, const Tile& tile, std::size_t sharedBytes) {
    if (tile.threads() > device.threadsPerBlock || sharedBytes > device.sharedBytesPerBlock) return 0;
    const std::size_t taken = sharedBytes + device.reservedBytesPerBlock;
    const int byMemory = taken == 0 ? device.blocks : static_cast<int>(device.sharedBytes / taken);
    return std::min(
        {device.blocks, device.threads / tile.threads(), device.registers / (tile.threads() * tile.registers), byMemory});
}

int largestTiling(const Multiprocessor& device, int threadsAcross, int threadsDown, int filterWidth, int filterHeight,
                  const std::vector<int>& registersOf, int padding) {
    for (auto N = static_cast<int>(registersOf.size()); N > 0; --N) {
        const Tile tile{threadsAcross, threadsDown, N, 1, registersOf[static_cast<std::size_t>(N) - 1]};
        if (blocksAtOnce(device, tile, neighbourhoodBytes(tile, filterWidth, filterHeight, padding)) > 0) return N;
    }
    return 0;
}

double readsPerAnswer(const Tile& tile, int filterWidth, int filterHeight) {
    return static_cast<double>(tile.width() + filterWidth - 1) * (tile.height() + filterHeight - 1) /
           (static_cast<double>(tile.width()) * tile.height());
}

}  // namespace coarsen::gpu
