// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the nodes of a spline lie in memory, between the kernels that make them and those that read them.

#include "gpu/register/kernels/node_smoothing.hpp"

#include <cuda_fp16.h>

#include <cstddef>

namespace coarsen::gpu {

inline constexpr int components = 3;

/// The first node of a line lies before it, the last two behind it. A slice's rows of nodes hold a row of each component.
struct NodeGrid {
    int width, height;  ///< nodes of one component; the width is a multiple of 8
};

inline int nodesAlong(int length, int every) {
    return (length - 1) / every + 4;
}

inline NodeGrid nodeGridOf(const VolumeSides& size, const NodeTask& task) {
    return {(nodesAlong(size.width, task.every) + 7) / 8 * 8, nodesAlong(size.height, task.every)};
}

inline std::size_t numbersOf(const NodeGrid& grid, int depth) {
    return static_cast<std::size_t>(components) * grid.width * grid.height * depth;
}

}  // namespace coarsen::gpu
