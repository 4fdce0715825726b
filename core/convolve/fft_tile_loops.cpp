// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/fft_tile_loops.hpp"

#include <cstring>

namespace coarsen {

namespace {

using Number = std::complex<float>;
using TwoNumbers = double __attribute__((vector_size(16)));  // moved, never computed with

TwoNumbers twoFrom(const Number* from) {
    TwoNumbers both;
    std::memcpy(&both, from, sizeof both);
    return both;
}

void putTwo(TwoNumbers both, Number* to) {
    std::memcpy(reinterpret_cast<float*>(to), &both, sizeof both);
}

/// Turns a square of 2 x 2 numbers over.
void turnOver(const Number* from, std::ptrdiff_t pitch, Number* to, std::ptrdiff_t toPitch) {
    const TwoNumbers first = twoFrom(from), second = twoFrom(from + pitch);
    putTwo(__builtin_shufflevector(first, second, 0, 2), to);
    putTwo(__builtin_shufflevector(first, second, 1, 3), to + toPitch);
}

}  // namespace

void askFor(const float* numbers, int count) {
    constexpr int cacheLineOfFloats = 16;
    for (int i = 0; i < count; i += cacheLineOfFloats)
        __builtin_prefetch(numbers + i);
}

void pairUp(const float* __restrict a, float meanOfA, const float* __restrict b, float meanOfB, int count, Number* pair) {
    float* __restrict const to = reinterpret_cast<float*>(pair);
    for (int i = 0; i < count; ++i) {
        to[2 * i] = a[i] - meanOfA;
        to[2 * i + 1] = b[i] - meanOfB;
    }
}

void partUp(const Number* pair, int count, float* __restrict a, float offsetOfA, float* __restrict b, float offsetOfB) {
    const float* __restrict const from = reinterpret_cast<const float*>(pair);
    for (int i = 0; i < count; ++i) {
        a[i] = from[2 * i] + offsetOfA;
        b[i] = from[2 * i + 1] + offsetOfB;
    }
}

void rowsToColumns(const Number* rows, std::ptrdiff_t pitch, int count, Number* columns, std::ptrdiff_t columnPitch) {
    int y = 0;
    for (; y + 2 <= count; y += 2)
        for (int k = 0; k < columnsAtOnce; k += 2)
            turnOver(rows + y * pitch + k, pitch, columns + k * columnPitch + y, columnPitch);
    if (y < count)
        for (int k = 0; k < columnsAtOnce; ++k)
            columns[k * columnPitch + y] = rows[y * pitch + k];
}

void columnsToRows(const Number* columns, std::ptrdiff_t columnPitch, int count, Number* rows, std::ptrdiff_t pitch) {
    int y = 0;
    for (; y + 2 <= count; y += 2)
        for (int k = 0; k < columnsAtOnce; k += 2)
            turnOver(columns + k * columnPitch + y, columnPitch, rows + y * pitch + k, pitch);
    if (y < count)
        for (int k = 0; k < columnsAtOnce; ++k)
            rows[y * pitch + k] = columns[k * columnPitch + y];
}

void multiply(Number* a, const Number* b, int count) {
    float* __restrict const left = reinterpret_cast<float*>(a);
    const float* __restrict const right = reinterpret_cast<const float*>(b);
    for (int i = 0; i < 2 * count; i += 2) {
        const float real = left[i] * right[i] - left[i + 1] * right[i + 1];
        left[i + 1] = left[i] * right[i + 1] + left[i + 1] * right[i];
        left[i] = real;
    }
}

}  // namespace coarsen
