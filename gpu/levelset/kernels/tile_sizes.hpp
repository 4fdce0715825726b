// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the kernels and those who plan for them agree on.

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

constexpr std::size_t patchLength = 128, blockRows = 384, tileColumns = 128, sampleColumns = 1024;
constexpr int blocksOfMultiprocessor = 1;
constexpr int lanesOfRow = 4;  // of a warp, which share a row's columns of a tile
constexpr int mostNeighbours = 1024;

/// Product that lay below its row's bar: ab - |b|^2 / 2 of its patch b, scaled, and its place.
struct Survivor {
    float sum;
    std::uint32_t place;
};

}  // namespace coarsen::gpu
