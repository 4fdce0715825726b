// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tile's loops, for vectors of any width. Only for simd_*.cpp: each compiles them for its own processor, so all of it has
// internal linkage and calls nothing of the standard library. `Set` says the type of a vector, and how many of them make a
// tile's row, and how many rows a tile.

#include <cstddef>

namespace coarsen {

namespace {

constexpr int productsAtOnce = 24;  // summed before they go to the totals

constexpr int least(int a, int b) {
    return a < b ? a : b;
}

template <typename Set>
struct SimdTile {
    using Vector = typename Set::Vector;
    static constexpr int lanes = sizeof(Vector) / sizeof(float), columns = lanes * Set::vectors;

    static Vector load(const float* from) {
        Vector vector;
        __builtin_memcpy(&vector, from, sizeof vector);
        return vector;
    }

    /// Adds what `count` source rows give to `rows` answer rows: a source row, once loaded, feeds each answer row r with the taps
    /// that lie r rows further up.
    template <int rows>
    [[gnu::always_inline]] static void addSourceRows(const float* from, std::ptrdiff_t stride, int count, const float* taps,
                                                     std::ptrdiff_t filterWidth, Vector (*totals)[Set::vectors]) {
        Vector sums[rows][Set::vectors] = {};
        for (; count > 0; --count, from += stride, taps += filterWidth)
            for (std::ptrdiff_t i = 0; i < filterWidth; ++i) {
                Vector source[Set::vectors];
                for (int c = 0; c < Set::vectors; ++c)
                    source[c] = load(from + i + c * lanes);
                for (int r = 0; r < rows; ++r)
                    for (int c = 0; c < Set::vectors; ++c)
                        sums[r][c] += taps[i - r * filterWidth] * source[c];
            }
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < Set::vectors; ++c)
                totals[r][c] += sums[r][c];
    }

    /// A filter of one row: the tile's rows share nothing but the tap.
    static void addWithinRows(const float* from, std::ptrdiff_t stride, const float* taps, int count,
                              Vector (*totals)[Set::vectors]) {
        Vector sums[Set::rows][Set::vectors] = {};
        for (int i = 0; i < count; ++i)
            for (int r = 0; r < Set::rows; ++r)
                for (int c = 0; c < Set::vectors; ++c)
                    sums[r][c] += taps[i] * load(from + r * stride + i + c * lanes);
        for (int r = 0; r < Set::rows; ++r)
            for (int c = 0; c < Set::vectors; ++c)
                totals[r][c] += sums[r][c];
    }

    /// Source row j feeds answer rows `first` to `last`: all of them but at the filter's upper and lower end.
    static void addAllRows(const float* from, std::ptrdiff_t stride, const float* taps, int filterWidth, int filterHeight,
                           Vector (*totals)[Set::vectors]) {
        const int rowsAtOnce = filterWidth < productsAtOnce ? productsAtOnce / filterWidth : 1;
        for (int j = 0; j < filterHeight + Set::rows - 1;) {
            const int first = j < filterHeight ? 0 : j - filterHeight + 1, last = least(j, Set::rows - 1);
            const float* const source = from + j * stride;
            const float* const theirs = taps + static_cast<std::ptrdiff_t>(j - first) * filterWidth;
            int count = 1;
            switch (last - first + 1) {
                case 1:
                    addSourceRows<1>(source, stride, 1, theirs, filterWidth, totals + first);
                    break;
                case 2:
                    addSourceRows<2>(source, stride, 1, theirs, filterWidth, totals + first);
                    break;
                case 3:
                    addSourceRows<3>(source, stride, 1, theirs, filterWidth, totals + first);
                    break;
                default:
                    count = least(rowsAtOnce, filterHeight - j);
                    addSourceRows<Set::rows>(source, stride, count, theirs, filterWidth, totals);
            }
            j += count;
        }
    }

    /// Adds rows of a filter so low that none feeds a whole tile: with all loops of a row unrolled the totals stay in registers.
    template <int filterHeight, int j = 0>
    [[gnu::always_inline]] static void addLowRows(const float* from, std::ptrdiff_t stride, const float* taps, int filterWidth,
                                                  Vector (*totals)[Set::vectors]) {
        static_assert(filterHeight < Set::rows);
        if constexpr (j < filterHeight + Set::rows - 1) {
            constexpr int first = j < filterHeight ? 0 : j - filterHeight + 1, last = least(j, Set::rows - 1);
            addSourceRows<last - first + 1>(from + j * stride, stride, 1, taps + (j - first) * filterWidth, filterWidth,
                                            totals + first);
            addLowRows<filterHeight, j + 1>(from, stride, taps, filterWidth, totals);
        }
    }

    static void convolve(const float* from, std::ptrdiff_t stride, const float* taps, int filterWidth, int filterHeight,
                         float* to, std::ptrdiff_t toStride) {
        Vector totals[Set::rows][Set::vectors] = {};
        if (filterHeight == 3 && filterWidth == 3)
            addLowRows<3>(from, stride, taps, 3, totals);
        else if (filterHeight > 1)
            addAllRows(from, stride, taps, filterWidth, filterHeight, totals);
        else
            for (int i = 0; i < filterWidth; i += productsAtOnce)
                addWithinRows(from + i, stride, taps + i, least(productsAtOnce, filterWidth - i), totals);
        for (int r = 0; r < Set::rows; ++r)
            for (int c = 0; c < Set::vectors; ++c)
                __builtin_memcpy(to + r * toStride + c * lanes, &totals[r][c], sizeof(Vector));
    }

    static double multiplyAdds(int rounds, float* to) {
        constexpr int chains = 12;  // more than a multiplier's stages times their number
        const Vector factor = load(to);
        Vector sums[chains];
        for (Vector& sum : sums)
            sum = factor;
        for (int round = 0; round < rounds; ++round)
            for (Vector& sum : sums)
                sum = sum * factor + factor;
        Vector all = {};
        for (const Vector& sum : sums)
            all += sum;
        __builtin_memcpy(to, &all, sizeof all);
        return static_cast<double>(rounds) * chains * lanes;
    }
};

}  // namespace

}  // namespace coarsen
