// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/fft_loops.hpp"

#include <algorithm>
#include <cstring>

namespace coarsen {

namespace {

template <typename T>
[[gnu::always_inline]] inline void centreAll(const T* from, std::size_t count, float high, float low, float* __restrict to) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(from[i]) - high - low;
}

constexpr int rowsAtOnce = 8;     // a cache line of each column
constexpr int turnedAtOnce = 64;  // elements of a spectrum whose opposites are collected before they are used

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

[[gnu::target_clones("avx2", "default")]] void addPowers(const Complex* a, const Complex* b, std::size_t count, bool isFirst,
                                                         Complex* __restrict sums) {
    const float* const partsA = reinterpret_cast<const float*>(a);
    const float* const partsB = reinterpret_cast<const float*>(b);
    float* const out = reinterpret_cast<float*>(sums);
    for (std::size_t i = 0; i < count; ++i) {
        const float powerA = partsA[2 * i] * partsA[2 * i] + partsA[2 * i + 1] * partsA[2 * i + 1];
        const float powerB = partsB[2 * i] * partsB[2 * i] + partsB[2 * i + 1] * partsB[2 * i + 1];
        out[2 * i] = isFirst ? powerA : out[2 * i] + powerA;
        out[2 * i + 1] = isFirst ? powerB : out[2 * i + 1] + powerB;
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

[[gnu::target_clones("avx2", "default")]] void pairUp(const float* a, const float* b, std::size_t count,
                                                      Complex* __restrict pair) {
    float* const out = reinterpret_cast<float*>(pair);
    for (std::size_t i = 0; i < count; ++i) {
        out[2 * i] = a[i];
        out[2 * i + 1] = b[i];
    }
}

[[gnu::target_clones("avx2", "default")]] void separate(const Complex* spectrum, int size, int count, Complex* __restrict twiceA,
                                                        Complex* __restrict twiceB) {
    float opposite[2 * turnedAtOnce];
    float* const outA = reinterpret_cast<float*>(twiceA);
    float* const outB = reinterpret_cast<float*>(twiceB);
    const float* const parts = reinterpret_cast<const float*>(spectrum);
    for (int first = 0; first < count; first += turnedAtOnce) {
        const int length = std::min(turnedAtOnce, count - first);
        const Complex* const last = spectrum + (size - first);
        std::memcpy(opposite, first == 0 ? spectrum : last, sizeof(Complex));
        for (int i = 1; i < length; ++i)
            std::memcpy(opposite + 2 * i, last - i, sizeof(Complex));
        const float* const here = parts + 2 * first;
        for (int i = 0; i < length; ++i) {
            const float real = here[2 * i], imaginary = here[2 * i + 1];
            outA[2 * (first + i)] = real + opposite[2 * i];
            outA[2 * (first + i) + 1] = imaginary - opposite[2 * i + 1];
            outB[2 * (first + i)] = imaginary + opposite[2 * i + 1];
            outB[2 * (first + i) + 1] = opposite[2 * i] - real;
        }
    }
}

[[gnu::target_clones("avx2", "default")]] void join(const Complex* a, const Complex* b, int size, Complex* __restrict spectrum) {
    float opposite[2 * turnedAtOnce];
    float* const out = reinterpret_cast<float*>(spectrum);
    const float* const partsA = reinterpret_cast<const float*>(a);
    const float* const partsB = reinterpret_cast<const float*>(b);
    const int count = size / 2 + 1;
    for (int first = 0; first < count; first += turnedAtOnce) {
        const int length = std::min(turnedAtOnce, count - first);
        for (int i = 0; i < length; ++i) {
            const float realA = partsA[2 * (first + i)], imaginaryA = partsA[2 * (first + i) + 1];
            const float realB = partsB[2 * (first + i)], imaginaryB = partsB[2 * (first + i) + 1];
            out[2 * (first + i)] = realA - imaginaryB;
            out[2 * (first + i) + 1] = imaginaryA + realB;
            opposite[2 * i] = realA + imaginaryB;
            opposite[2 * i + 1] = realB - imaginaryA;
        }
        // Element size - k, without k = 0 and, for an even size, the middle, which are their own opposites.
        for (int i = first == 0 ? 1 : 0; i < length && 2 * (first + i) < size; ++i)
            std::memcpy(static_cast<void*>(spectrum + (size - first - i)), opposite + 2 * i, sizeof(Complex));
    }
}

}  // namespace coarsen
