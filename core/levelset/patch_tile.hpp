// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tile's loops, for vectors of any width. Only for patches_*.cpp: each compiles them for its own processor, so all of it has
// internal linkage and calls nothing of the standard library. `Set` says the type of a vector and how many rows stay in
// registers.

#include "core/levelset/patch_kernels.hpp"

namespace coarsen {

namespace {

template <typename Set>
struct PatchTile {
    using Vector = typename Set::Vector;
    static constexpr int lanes = sizeof(Vector) / sizeof(float), vectors = Set::vectors, columns = lanes * vectors;
    static_assert(patchTileRows % Set::rows == 0 && patchTileColumns % columns == 0);

    static Vector load(const float* from) {
        Vector vector;
        __builtin_memcpy(&vector, from, sizeof vector);
        return vector;
    }

    static void block(const float* rows, const float* panel, const float* norms, float* squares) {
        Vector sums[Set::rows][vectors] = {};
        for (int k = 0; k < patchTileLength; ++k) {
            Vector source[vectors];
            for (int c = 0; c < vectors; ++c)
                source[c] = load(panel + k * patchTileColumns + c * lanes);
            for (int r = 0; r < Set::rows; ++r)
                for (int c = 0; c < vectors; ++c)
                    sums[r][c] += rows[r * patchTileLength + k] * source[c];
        }
        for (int r = 0; r < Set::rows; ++r)
            for (int c = 0; c < vectors; ++c) {
                const Vector square = load(norms + c * lanes) - 2.0F * sums[r][c];
                __builtin_memcpy(squares + r * patchTileColumns + c * lanes, &square, sizeof square);
            }
    }

    static void tile(const float* rows, const float* panel, const float* norms, const float* bars, float* squares, int* hits) {
        for (int r = 0; r < patchTileRows; r += Set::rows)
            for (int c = 0; c < patchTileColumns; c += columns)
                block(rows + r * patchTileLength, panel + c, norms + c, squares + r * patchTileColumns + c);
        for (int r = 0; r < patchTileRows; ++r) {
            int count = 0;
            for (int c = 0; c < patchTileColumns; ++c)
                count += squares[r * patchTileColumns + c] < bars[r];
            hits[r] = count;
        }
    }

    static float square(const float* a, const float* b) {
        constexpr int chains = 4;
        Vector sums[chains] = {};
        for (int k = 0; k < patchTileLength; k += chains * lanes)
            for (int i = 0; i < chains; ++i) {
                const Vector off = load(a + k + i * lanes) - load(b + k + i * lanes);
                sums[i] += off * off;
            }
        const Vector all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        float sum = 0;
        for (int i = 0; i < lanes; ++i)
            sum += all[i];
        return sum;
    }
};

}  // namespace

}  // namespace coarsen
