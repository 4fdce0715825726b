// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled with -mavx2 -mfma. A tile of 2 x 4 lags lives in registers, 8 products for 6 loads; of floats 3 x 4, 12 for 7.
#include "core/correlate/simd_x86.hpp"

#include <immintrin.h>

namespace coarsen {

namespace {

constexpr int tileX = 2, tileY = 4, floatTileX = 3, floatTileY = 4;

std::int64_t sumOf(__m256i v) {
    const __m256i pairs =
        _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(v)), _mm256_cvtepi32_epi64(_mm256_extracti128_si256(v, 1)));
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    return _mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1);
}

double sumOf(__m256d v) {
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

void wordsTile(const std::int16_t* a, std::ptrdiff_t strideA, const std::int16_t* b, std::ptrdiff_t strideB, int rows, int count,
               std::int64_t* out) {
    __m256i sums[tileY][tileX];
    for (auto& row : sums)
        for (__m256i& sum : row)
            sum = _mm256_setzero_si256();
    for (int y = 0; y < rows; ++y, a += strideA, b += strideB) {
        for (int x = 0; x < count; x += 16) {
            __m256i right[tileX];
            for (int i = 0; i < tileX; ++i)
                right[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + x - i));
            for (int j = 0; j < tileY; ++j) {
                const __m256i left = _mm256_load_si256(reinterpret_cast<const __m256i*>(a + j * strideA + x));
                for (int i = 0; i < tileX; ++i)
                    sums[j][i] = _mm256_add_epi32(sums[j][i], _mm256_madd_epi16(left, right[i]));
            }
        }
    }
    for (int j = 0; j < tileY; ++j)
        for (int i = 0; i < tileX; ++i)
            out[j * tileX + i] += sumOf(sums[j][i]);
}

void doublesTile(const double* a, std::ptrdiff_t strideA, const double* b, std::ptrdiff_t strideB, int rows, int count,
                 double* out) {
    __m256d sums[tileY][tileX];
    for (auto& row : sums)
        for (__m256d& sum : row)
            sum = _mm256_setzero_pd();
    for (int y = 0; y < rows; ++y, a += strideA, b += strideB) {
        for (int x = 0; x < count; x += 4) {
            __m256d right[tileX];
            for (int i = 0; i < tileX; ++i)
                right[i] = _mm256_loadu_pd(b + x - i);
            for (int j = 0; j < tileY; ++j) {
                const __m256d left = _mm256_load_pd(a + j * strideA + x);
                for (int i = 0; i < tileX; ++i)
                    sums[j][i] = _mm256_fmadd_pd(left, right[i], sums[j][i]);
            }
        }
    }
    for (int j = 0; j < tileY; ++j)
        for (int i = 0; i < tileX; ++i)
            out[j * tileX + i] += sumOf(sums[j][i]);
}

double sumOf(__m256 v) {
    const __m256d four = _mm256_add_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(v)), _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1)));
    return sumOf(four);
}

void floatsTile(const float* a, std::ptrdiff_t strideA, const float* b, std::ptrdiff_t strideB, int rows, int count,
                double* out) {
    __m256 sums[floatTileY][floatTileX];
    for (auto& row : sums)
        for (__m256& sum : row)
            sum = _mm256_setzero_ps();
    for (int y = 0; y < rows; ++y, a += strideA, b += strideB) {
        for (int x = 0; x < count; x += 8) {
            __m256 right[floatTileX];
            for (int i = 0; i < floatTileX; ++i)
                right[i] = _mm256_loadu_ps(b + x - i);
            for (int j = 0; j < floatTileY; ++j) {
                const __m256 left = _mm256_load_ps(a + j * strideA + x);
                for (int i = 0; i < floatTileX; ++i)
                    sums[j][i] = _mm256_fmadd_ps(left, right[i], sums[j][i]);
            }
        }
    }
    for (int j = 0; j < floatTileY; ++j)
        for (int i = 0; i < floatTileX; ++i)
            out[j * floatTileX + i] += sumOf(sums[j][i]);
}

}  // namespace

extern const SimdKernels avx2Kernels{"AVX2",      {tileX, tileY},           false,     nullptr, wordsTile,
                                     doublesTile, {floatTileX, floatTileY}, floatsTile};

}  // namespace coarsen
