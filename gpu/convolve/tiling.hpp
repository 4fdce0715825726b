// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Adaptive tiling (van Werkhoven et al. 2011, section 7): how much of the answer a block of threads computes is chosen for the
// filter and the device. Plain arithmetic, also where there is no GPU.

#include <cstddef>
#include <vector>

namespace coarsen::gpu {

/// Room of a device's multiprocessor for the blocks of threads on it.
struct Multiprocessor {
    std::size_t sharedBytes, sharedBytesPerBlock;
    std::size_t reservedBytesPerBlock;  ///< the driver's own part of a block's shared memory
    int registers, threads, threadsPerBlock, blocks;
};

/// The part of the answer that a block of threads computes, and with what.
struct Tile {
    int threadsAcross, threadsDown;
    int answersAcross, answersDown;  ///< of each thread: 1 x N in the paper is N across, 1 down
    int registers;                   ///< of a thread

    int threads() const { return threadsAcross * threadsDown; }
    int width() const { return threadsAcross * answersAcross; }
    int height() const { return threadsDown * answersDown; }
};

/// The pixels that a tile's answers need, as float32 in shared memory, bytes; `padding` pixels more in each row.
std::size_t neighbourhoodBytes(const Tile& tile, int filterWidth, int filterHeight, int padding = 0);

/// How many such blocks a multiprocessor takes at once; 0: none fits.
int blocksAtOnce(const Multiprocessor& device, const Tile& tile, std::size_t sharedBytes);

/// The paper's choice: the largest N of `registersOf.size()` whose 1 x N tile of such blocks fits the device, 0 when none does.
/// registersOf[N - 1]: what a thread with N answers takes.
int largestTiling(const Multiprocessor& device, int threadsAcross, int threadsDown, int filterWidth, int filterHeight,
                  const std::vector<int>& registersOf, int padding = 0);

/// Pixels read for each answer, halo included.
double readsPerAnswer(const Tile& tile, int filterWidth, int filterHeight);

}  // namespace coarsen::gpu
