// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/row_loops.hpp"

#include <algorithm>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define COARSEN_FOR_SEVERAL_PROCESSORS [[gnu::target_clones("arch=skylake-avx512", "arch=haswell", "default")]]
#else
#define COARSEN_FOR_SEVERAL_PROCESSORS
#endif

namespace coarsen {

namespace {

constexpr std::size_t blockColumnsOfRow = 512;  // answers of a row that stay in the nearest cache while all taps pass

/// Adds to rows first to last of the tile what the source row `from` gives them; row r takes tap row j0 - r.
template <int first, int last>
[[gnu::always_inline]] inline void addSourceRow(const float* from, const float* taps, int filterWidth, int j0,
                                                float (&sums)[tileRows][tileColumns]) {
    for (int i = 0; i < filterWidth; ++i)
        for (int r = first; r <= last; ++r) {
            const float tap = taps[(j0 - r) * filterWidth + i];
            for (int k = 0; k < tileColumns; ++k)
                sums[r][k] += tap * from[i + k];
        }
}

}  // namespace

COARSEN_FOR_SEVERAL_PROCESSORS void convolveTile(const float* from, std::size_t stride, const float* taps, int filterWidth,
                                                 int filterHeight, float* tile) {
    float sums[tileRows][tileColumns] = {};
    // A source row feeds each answer row that has a tap for it: all four but at the first and last rows.
    for (int j = 0; j < filterHeight + tileRows - 1; ++j, from += stride) {
        const int last = std::min(j, tileRows - 1), first = std::max(0, j - filterHeight + 1);
        if (first == 0 && last == tileRows - 1) {
            addSourceRow<0, tileRows - 1>(from, taps, filterWidth, j, sums);
        } else {
            for (int r = first; r <= last; ++r)
                for (int i = 0; i < filterWidth; ++i)
                    for (int k = 0; k < tileColumns; ++k)
                        sums[r][k] += taps[(j - r) * filterWidth + i] * from[i + k];
        }
    }
    for (int r = 0; r < tileRows; ++r)
        std::copy_n(sums[r], tileColumns, tile + r * tileColumns);
}

COARSEN_FOR_SEVERAL_PROCESSORS void convolveRow(const float* from, const float* taps, int tapCount, std::size_t count,
                                                float* to) {
    for (std::size_t start = 0; start < count; start += blockColumnsOfRow) {
        const std::size_t size = std::min(blockColumnsOfRow, count - start);
        float sums[blockColumnsOfRow] = {};
        for (int i = 0; i < tapCount; ++i) {
            const float* const moved = from + start + i;
            for (std::size_t x = 0; x < size; ++x)
                sums[x] += taps[i] * moved[x];
        }
        std::copy_n(sums, size, to + start);
    }
}

COARSEN_FOR_SEVERAL_PROCESSORS void convolveColumns(const float* from, std::size_t stride, const float* taps, int tapCount,
                                                    std::size_t count, float* to) {
    for (std::size_t start = 0; start < count; start += blockColumnsOfRow) {
        const std::size_t size = std::min(blockColumnsOfRow, count - start);
        float sums[blockColumnsOfRow] = {};
        for (int j = 0; j < tapCount; ++j) {
            const float* const row = from + static_cast<std::size_t>(j) * stride + start;
            for (std::size_t x = 0; x < size; ++x)
                sums[x] += taps[j] * row[x];
        }
        std::copy_n(sums, size, to + start);
    }
}

}  // namespace coarsen
