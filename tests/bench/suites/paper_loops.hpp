// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The programs of Lu et al. (2010) for one core, in C++: raw sums of products of an 8-bit image for |X0| <= R, 0 <= Y0 <= R, in
// the order of LagSums. What benchmarks compare with.

#include <cstdint>
#include <span>
#include <vector>

namespace coarsen::bench {

using Loops = std::vector<std::uint64_t> (*)(std::span<const std::uint8_t> image, int width, int height, int maxLag);

/// Section 4.1: for each X0 and Y0 over x and then y, down the columns as the paper prints it.
std::vector<std::uint64_t> loopsDownColumns(std::span<const std::uint8_t> image, int width, int height, int maxLag);

/// The same over y and then x, along the rows as they lie in memory.
std::vector<std::uint64_t> loopsAlongRows(std::span<const std::uint8_t> image, int width, int height, int maxLag);

/// Section 4.2, re-ordered: the compiler vectorises the inner loop over consecutive x.
std::vector<std::uint64_t> reorderedLoops(std::span<const std::uint8_t> image, int width, int height, int maxLag);

/// The same, one product at a time.
std::vector<std::uint64_t> reorderedLoopsWithoutVectors(std::span<const std::uint8_t> image, int width, int height, int maxLag);

}  // namespace coarsen::bench
