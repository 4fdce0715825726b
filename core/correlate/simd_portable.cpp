// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/simd_kernels.hpp"

namespace coarsen {

namespace {

void wordsTile(const std::int16_t* a, std::ptrdiff_t strideA, const std::int16_t* b, std::ptrdiff_t strideB, int rows, int count,
               std::int64_t* out) {
    std::int32_t sum = 0;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < count; ++x)
            sum += a[y * strideA + x] * b[y * strideB + x];
    out[0] += sum;
}

void doublesTile(const double* a, std::ptrdiff_t strideA, const double* b, std::ptrdiff_t strideB, int rows, int count,
                 double* out) {
    double sums[4] = {};  // independent sums, so that the additions overlap
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < count; x += 4)
            for (int lane = 0; lane < 4; ++lane)
                sums[lane] += a[y * strideA + x + lane] * b[y * strideB + x + lane];
    out[0] += (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void floatsTile(const float* a, std::ptrdiff_t strideA, const float* b, std::ptrdiff_t strideB, int rows, int count,
                double* out) {
    float sums[8] = {};
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < count; x += 8)
            for (int lane = 0; lane < 8; ++lane)
                sums[lane] += a[y * strideA + x + lane] * b[y * strideB + x + lane];
    for (const float sum : sums)
        out[0] += sum;
}

}  // namespace

const SimdKernels portableKernels{"portable", {1, 1}, false, nullptr, wordsTile, doublesTile, {1, 1}, floatsTile};

}  // namespace coarsen
