// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace coarsen {

/// Sum of term(0) to term(count - 1) by eight sums that do not wait for one another, which the compiler makes vectors of. The
/// order, and so the last digit, hangs on the count alone.
template <typename Term>
double sumInLanes(std::size_t count, Term term) {
    std::array<double, 8> sums{};
    const std::size_t whole = count / sums.size() * sums.size();
    for (std::size_t first = 0; first < whole; first += sums.size())
        for (std::size_t lane = 0; lane < sums.size(); ++lane)
            sums[lane] += term(first + lane);
    for (std::size_t i = whole; i < count; ++i)
        sums[i - whole] += term(i);
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// Sum of whole numbers term(0) to term(count - 1), which is exact: some of them in `Part`, which must hold 4096, and all in 64
/// bits.
template <typename Part, typename Term>
double sumOfWhole(std::size_t count, Term term) {
    constexpr std::size_t some = 4096;
    std::uint64_t sum = 0;
    for (std::size_t first = 0; first < count; first += some) {
        Part part = 0;
        for (std::size_t i = first; i < std::min(first + some, count); ++i)
            part += term(i);
        sum += part;
    }
    return static_cast<double>(sum);
}

}  // namespace coarsen
