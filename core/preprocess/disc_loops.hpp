// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace coarsen {

/// Places that discMeans takes at once: it reads and writes up to so many more than there are.
inline constexpr std::size_t discPlacesAtOnce = 16;

/// One row of a disc: of a row of values the sum of those that are known, and their number, from its beginning to before each
/// place. The first place's disc has `across` values from the first of these on.
struct DiscRow {
    const double* sums;
    const int* counts;
    std::size_t across;
};

/// Means over a disc about each of `count` places; -1 where it holds fewer than `fewest` known values, and 0 for a sum that
/// rounding has left below 0. The sums are added row by row, so that they are the same on every processor.
void discMeans(std::span<const DiscRow> rows, std::size_t count, int fewest, float* means);

}  // namespace coarsen
