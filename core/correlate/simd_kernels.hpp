// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The innermost loops of cpu-simd, once for each instruction set. Only plain types here: the .cpp files behind it are compiled
// for processors that may not be there, so they must not emit inline functions that the linker could choose for everybody.

#include <cstddef>
#include <cstdint>

namespace coarsen {

/// Sums over `rows` x `count` elements for a tile of lags: out[j * tileX + i] += sum of a[y + j][x] b[y][x - i].
/// `count` is a multiple of 64 bytes of A; rows of `a` are 64-byte aligned. Whole-number sums must stay below 2^31 in each call:
/// at most 2^18 elements.
template <typename A, typename B, typename Sum>
using LagTile = void (*)(const A* a, std::ptrdiff_t strideA, const B* b, std::ptrdiff_t strideB, int rows, int count, Sum* out);

/// Lags in a tile.
struct LagTileSize {
    int x, y;
};

/// The kernels for one instruction set.
struct SimdKernels {
    const char* name;  ///< "AVX-512"
    LagTileSize tile;  ///< of all but `floats`
    bool takesBytes;   ///< 8-bit images go to `bytes` (second image less 128), else to `words`
    LagTile<std::uint8_t, std::int8_t, std::int64_t> bytes;
    LagTile<std::int16_t, std::int16_t, std::int64_t> words;  ///< values 0 to 255
    LagTile<double, double, double> doubles;
    LagTileSize floatTile;
    LagTile<float, float, double> floats;  ///< summed in float32 within a call: few enough rows and columns for 1e-6 of the whole
};

extern const SimdKernels portableKernels;

/// Kernels that this processor can run, fastest first; portableKernels is the last.
struct SimdKernelList {
    const SimdKernels* kernels[4];
    int size;
};
SimdKernelList usableKernels();

}  // namespace coarsen
