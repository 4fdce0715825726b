// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/fft_loops.hpp"

namespace coarsen {

namespace {

template <typename T>
[[gnu::always_inline]] inline void centreAll(const T* from, std::size_t count, float high, float low, float* __restrict to) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(from[i]) - high - low;
}

constexpr int rowsAtOnce = 8;  // a cache line of each column

}  // namespace

// The same source for several processors; the loader takes the clone that fits. Neither fuses multiply and add: same bytes.
[[gnu::target_clones("avx2", "default")]] void centre(const std::uint8_t* from, std::size_t count, float high, float low,
                                                      float* to) {
    centreAll(from, count, high, low, to);
}
[[gnu::target_clones("avx2", "default")]] void centre(const std::uint16_t* from, std::size_t count, float high, float low,
                                                      float* to) {
    centreAll(from, count, high, low, to);
}
[[gnu::target_clones("avx2", "default")]] void centre(const float* from, std::size_t count, float high, float low, float* to) {
    centreAll(from, count, high, low, to);
}

[[gnu::target_clones("avx2", "default")]] void clearMasked(const std::uint8_t* valid, std::size_t count,
                                                           float* __restrict pixels) {
    for (std::size_t i = 0; i < count; ++i)
        pixels[i] = valid[i] ? pixels[i] : 0;
}

void rowsToColumns(const Complex* rows, int count, Complex* __restrict columns, std::ptrdiff_t stride) {
    int y = 0;
    for (; y + rowsAtOnce <= count; y += rowsAtOnce)
        for (int column = 0; column < blockColumns; ++column)
            for (int i = 0; i < rowsAtOnce; ++i)
                columns[column * stride + y + i] = rows[(y + i) * blockColumns + column];
    for (; y < count; ++y)
        for (int column = 0; column < blockColumns; ++column)
            columns[column * stride + y] = rows[y * blockColumns + column];
}

void columnsToRows(const Complex* columns, std::ptrdiff_t stride, int count, Complex* __restrict rows) {
    int y = 0;
    for (; y + rowsAtOnce <= count; y += rowsAtOnce)
        for (int column = 0; column < blockColumns; ++column)
            for (int i = 0; i < rowsAtOnce; ++i)
                rows[(y + i) * blockColumns + column] = columns[column * stride + y + i];
    for (; y < count; ++y)
        for (int column = 0; column < blockColumns; ++column)
            rows[y * blockColumns + column] = columns[column * stride + y];
}

[[gnu::target_clones("avx2", "default")]] void addPower(const Complex* a, std::size_t count, bool isFirst,
                                                        float* __restrict sums) {
    const float* const parts = reinterpret_cast<const float*>(a);
    if (isFirst) {
        for (std::size_t i = 0; i < count; ++i)
            sums[i] = parts[2 * i] * parts[2 * i] + parts[2 * i + 1] * parts[2 * i + 1];
    } else {
        for (std::size_t i = 0; i < count; ++i)
            sums[i] += parts[2 * i] * parts[2 * i] + parts[2 * i + 1] * parts[2 * i + 1];
    }
}

[[gnu::target_clones("avx2", "default")]] void addProduct(const Complex* a, const Complex* b, std::size_t count, bool isFirst,
                                                          Complex* __restrict sums) {
    const float* const partsA = reinterpret_cast<const float*>(a);
    const float* const partsB = reinterpret_cast<const float*>(b);
    float* const out = reinterpret_cast<float*>(sums);
    for (std::size_t i = 0; i < count; ++i) {
        const float realA = partsA[2 * i], imaginaryA = partsA[2 * i + 1], realB = partsB[2 * i], imaginaryB = partsB[2 * i + 1];
        const float real = realA * realB + imaginaryA * imaginaryB, imaginary = imaginaryA * realB - realA * imaginaryB;
        out[2 * i] = isFirst ? real : out[2 * i] + real;
        out[2 * i + 1] = isFirst ? imaginary : out[2 * i + 1] + imaginary;
    }
}

}  // namespace coarsen
