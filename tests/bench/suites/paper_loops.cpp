// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/paper_loops.hpp"

#include <algorithm>

namespace coarsen::bench {

namespace {

/// Every sum of products by one offset after the other.
template <bool alongRows>
[[gnu::always_inline]] inline std::vector<std::uint64_t> simple(std::span<const std::uint8_t> image, int width, int height,
                                                                int maxLag) {
    const auto at = [&](int x, int y) -> std::uint64_t {
        return image[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    };
    const int rowLength = 2 * maxLag + 1;
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(rowLength) * static_cast<std::size_t>(maxLag + 1));
    for (int X0 = -maxLag; X0 <= maxLag; ++X0)
        for (int Y0 = 0; Y0 <= maxLag; ++Y0) {
            const int first = std::max(0, X0), last = std::min(width, width + X0);
            std::uint64_t sum = 0;
            if constexpr (alongRows) {
                for (int y = Y0; y < height; ++y)
                    for (int x = first; x < last; ++x)
                        sum += at(x, y) * at(x - X0, y - Y0);
            } else {
                for (int x = first; x < last; ++x)
                    for (int y = Y0; y < height; ++y)
                        sum += at(x, y) * at(x - X0, y - Y0);
            }
            sums[static_cast<std::size_t>(Y0 * rowLength + X0 + maxLag)] = sum;
        }
    return sums;
}

/// Every pair of rows once, with all offsets X0 of it.
[[gnu::always_inline]] inline std::vector<std::uint64_t> reordered(std::span<const std::uint8_t> image, int width, int height,
                                                                   int maxLag) {
    const int rowLength = 2 * maxLag + 1;
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(rowLength) * static_cast<std::size_t>(maxLag + 1));
    for (int Y0 = 0; Y0 <= maxLag; ++Y0) {
        std::uint64_t* const out = sums.data() + static_cast<std::size_t>(Y0) * static_cast<std::size_t>(rowLength);
        for (int y = Y0; y < height; ++y) {
            const std::uint8_t* const a = image.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
            const std::uint8_t* const b = a - static_cast<std::ptrdiff_t>(Y0) * width;
            for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
                const int first = std::max(0, X0), last = std::min(width, width + X0);
                std::uint32_t rowSum = 0;  // a row of up to 66,000 pixels stays below 2^32
                for (int x = first; x < last; ++x)
                    rowSum += static_cast<std::uint32_t>(a[x]) * b[x - X0];
                out[X0 + maxLag] += rowSum;
            }
        }
    }
    return sums;
}

}  // namespace

// For the processor that they run on, and not compiled for it alone: the linker might take a shared function from here.
#define COARSEN_FOR_THIS_PROCESSOR [[gnu::target_clones("arch=x86-64-v4", "avx2", "default")]]

COARSEN_FOR_THIS_PROCESSOR std::vector<std::uint64_t> loopsDownColumns(std::span<const std::uint8_t> image, int width, int height,
                                                                       int maxLag) {
    return simple<false>(image, width, height, maxLag);
}

COARSEN_FOR_THIS_PROCESSOR std::vector<std::uint64_t> loopsAlongRows(std::span<const std::uint8_t> image, int width, int height,
                                                                     int maxLag) {
    return simple<true>(image, width, height, maxLag);
}

COARSEN_FOR_THIS_PROCESSOR std::vector<std::uint64_t> reorderedLoops(std::span<const std::uint8_t> image, int width, int height,
                                                                     int maxLag) {
    return reordered(image, width, height, maxLag);
}

[[gnu::optimize("no-tree-vectorize")]] std::vector<std::uint64_t> reorderedLoopsWithoutVectors(
    std::span<const std::uint8_t> image, int width, int height, int maxLag) {
    return reordered(image, width, height, maxLag);
}

#undef COARSEN_FOR_THIS_PROCESSOR

}  // namespace coarsen::bench
