// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A tile of Bordawekar et al. (2010): which lags a block of threads computes, and where it reads the two images from.

#include <string>

namespace coarsen {

/// Where a kernel reads a row of an image: from shared memory, into which the block puts it; as a texture; or from global memory
/// through both caches or the second one alone (`-dlcm=ca` and `cg` in the paper).
enum class RowMemory { shared, texture, bothCaches, secondCache };

struct ChannelTile {
    int across = 250, down = 2;  ///< threads of a block
    bool isOfPlanes = false;     ///< the channels plane after plane; else those of a pixel side by side
    RowMemory mask = RowMemory::shared, source = RowMemory::shared;  ///< of the image that lies still, and of the other
    int lagsEach = 1;            ///< of a thread, below each other: 1, or 2 from shared memory
    bool hasLargeCache = false;  ///< as much of the chip's memory as there is; else as little

    std::string shape() const { return std::to_string(across) + "x" + std::to_string(down); }
};

}  // namespace coarsen
