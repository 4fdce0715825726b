// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/channel_loops.hpp"

#include "core/base/parallel.hpp"

#include <cstddef>

namespace coarsen::bench {

namespace {

constexpr int channelCount = 4;

template <typename SumOfRow>
std::vector<float> overLags(const std::vector<float>& pixels, int side, int threads, SumOfRow sumOfRow) {
    const int lags = side / 2;
    std::vector<float> sums(static_cast<std::size_t>(lags) * static_cast<std::size_t>(lags));
    parallelFor(static_cast<std::size_t>(lags), threads, [&](std::size_t Y0) {
        for (int X0 = 0; X0 < lags; ++X0) {
            float sum = 0;
            for (int y = 0; y < side - static_cast<int>(Y0); ++y) {
                const float* const row = pixels.data() + static_cast<std::ptrdiff_t>(y) * side * channelCount;
                const float* const other = row + (static_cast<std::ptrdiff_t>(Y0) * side + X0) * channelCount;
                sum += sumOfRow(row, other, side - X0);
            }
            sums[Y0 * static_cast<std::size_t>(lags) + static_cast<std::size_t>(X0)] = sum;
        }
    });
    return sums;
}

}  // namespace

std::vector<float> plainLoops(const std::vector<float>& pixels, int side) {
    return overLags(pixels, side, 1, [](const float* a, const float* b, int count) {
        float sum = 0;
        for (int x = 0; x < count; ++x, a += channelCount, b += channelCount)
            sum += a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        return sum;
    });
}

std::vector<float> vectorLoops(const std::vector<float>& pixels, int side, int threads) {
    return overLags(pixels, side, threads, [](const float* a, const float* b, int count) {
        float sums[2 * channelCount] = {};
        int x = 0;
        for (; x + 1 < count; x += 2, a += 2 * channelCount, b += 2 * channelCount)
            for (int i = 0; i < 2 * channelCount; ++i)
                sums[i] += a[i] * b[i];
        for (int i = 0; x < count && i < channelCount; ++i)
            sums[i] += a[i] * b[i];
        float sum = 0;
        for (const float each : sums)
            sum += each;
        return sum;
    });
}

}  // namespace coarsen::bench
