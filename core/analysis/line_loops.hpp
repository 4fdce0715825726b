// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace coarsen {

/// Lines whose values lie side by side, place by place.
inline constexpr std::size_t linesAtOnce = 8;

/// Adds to sums[k], k < count, the products of two values of one line at the distance first + k: those of each line are added up
/// place by place in single precision. first + count is at most `length`. The same bytes on every processor.
void addLineProducts(const float* values, std::size_t length, std::size_t first, std::size_t count, double* sums);

}  // namespace coarsen
