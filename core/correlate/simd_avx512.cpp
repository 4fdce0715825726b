// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled with -mavx512f -mavx512bw -mavx512vnni. A tile of 4 x 4 lags lives in registers: 16 products for 8 loads, so that
// the two multipliers, not the loads (every second one crosses a cache line), set the pace; of floats 4 x 6, 24 for 10.
#include "core/correlate/simd_x86.hpp"

#include <immintrin.h>

namespace coarsen {

namespace {

constexpr int tileX = 4, tileY = 4, floatTileX = 4, floatTileY = 6;

std::int64_t sumOf(__m512i v) {
    return _mm512_reduce_add_epi64(_mm512_add_epi64(_mm512_cvtepi32_epi64(_mm512_castsi512_si256(v)),
                                                    _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(v, 1))));
}

void bytesTile(const std::uint8_t* a, std::ptrdiff_t strideA, const std::int8_t* b, std::ptrdiff_t strideB, int rows, int count,
               std::int64_t* out) {
    __m512i sums[tileY][tileX];
    for (auto& row : sums)
        for (__m512i& sum : row)
            sum = _mm512_setzero_si512();
    for (int y = 0; y < rows; ++y, a += strideA, b += strideB) {
        for (int x = 0; x < count; x += 64) {
            __m512i left[tileY];
            for (int j = 0; j < tileY; ++j)
                left[j] = _mm512_load_si512(a + j * strideA + x);
            for (int i = 0; i < tileX; ++i) {
                const __m512i right = _mm512_loadu_si512(b + x - i);
                for (int j = 0; j < tileY; ++j)
                    sums[j][i] = _mm512_dpbusd_epi32(sums[j][i], left[j], right);
            }
        }
    }
    for (int j = 0; j < tileY; ++j)
        for (int i = 0; i < tileX; ++i)
            out[j * tileX + i] += sumOf(sums[j][i]);
}

void wordsTile(const std::int16_t* a, std::ptrdiff_t strideA, const std::int16_t* b, std::ptrdiff_t strideB, int rows, int count,
               std::int64_t* out) {
    __m512i sums[tileY][tileX];
    for (auto& row : sums)
        for (__m512i& sum : row)
            sum = _mm512_setzero_si512();
    for (int y = 0; y < rows; ++y, a += strideA, b += strideB) {
        for (int x = 0; x < count; x += 32) {
            __m512i left[tileY];
            for (int j = 0; j < tileY; ++j)
                left[j] = _mm512_load_si512(a + j * strideA + x);
            for (int i = 0; i < tileX; ++i) {
                const __m512i right = _mm512_loadu_si512(b + x - i);
                for (int j = 0; j < tileY; ++j)
                    sums[j][i] = _mm512_add_epi32(sums[j][i], _mm512_madd_epi16(left[j], right));
            }
        }
    }
    for (int j = 0; j < tileY; ++j)
        for (int i = 0; i < tileX; ++i)
            out[j * tileX + i] += sumOf(sums[j][i]);
}

void doublesTile(const double* a, std::ptrdiff_t strideA, const double* b, std::ptrdiff_t strideB, int rows, int count,
                 double* out) {
    __m512d sums[tileY][tileX];
    for (auto& row : sums)
        for (__m512d& sum : row)
            sum = _mm512_setzero_pd();
    for (int y = 0; y < rows; ++y, a += strideA, b += strideB) {
        for (int x = 0; x < count; x += 8) {
            __m512d left[tileY];
            for (int j = 0; j < tileY; ++j)
                left[j] = _mm512_load_pd(a + j * strideA + x);
            for (int i = 0; i < tileX; ++i) {
                const __m512d right = _mm512_loadu_pd(b + x - i);
                for (int j = 0; j < tileY; ++j)
                    sums[j][i] = _mm512_fmadd_pd(left[j], right, sums[j][i]);
            }
        }
    }
    for (int j = 0; j < tileY; ++j)
        for (int i = 0; i < tileX; ++i)
            out[j * tileX + i] += _mm512_reduce_add_pd(sums[j][i]);
}

double sumOf(__m512 v) {
    const __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(v));
    const __m512d high = _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(v), 1)));
    return _mm512_reduce_add_pd(_mm512_add_pd(low, high));
}

void floatsTile(const float* a, std::ptrdiff_t strideA, const float* b, std::ptrdiff_t strideB, int rows, int count,
                double* out) {
    __m512 sums[floatTileY][floatTileX];
    for (auto& row : sums)
        for (__m512& sum : row)
            sum = _mm512_setzero_ps();
    for (int y = 0; y < rows; ++y, a += strideA, b += strideB) {
        for (int x = 0; x < count; x += 16) {
            __m512 right[floatTileX];
            for (int i = 0; i < floatTileX; ++i)
                right[i] = _mm512_loadu_ps(b + x - i);
            for (int j = 0; j < floatTileY; ++j) {
                const __m512 left = _mm512_load_ps(a + j * strideA + x);
                for (int i = 0; i < floatTileX; ++i)
                    sums[j][i] = _mm512_fmadd_ps(left, right[i], sums[j][i]);
            }
        }
    }
    for (int j = 0; j < floatTileY; ++j)
        for (int i = 0; i < floatTileX; ++i)
            out[j * floatTileX + i] += sumOf(sums[j][i]);
}

}  // namespace

extern const SimdKernels avx512Kernels{"AVX-512",   {tileX, tileY},           false,     nullptr, wordsTile,
                                       doublesTile, {floatTileX, floatTileY}, floatsTile};
extern const SimdKernels avx512VnniKernels{"AVX-512 VNNI", {tileX, tileY},           true,      bytesTile, wordsTile,
                                           doublesTile,    {floatTileX, floatTileY}, floatsTile};

}  // namespace coarsen
