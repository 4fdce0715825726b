// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <vector>

namespace coarsen {

/// So many zeros, or fewer after a stop: a system takes seconds to give gigabytes.
template <typename Number>
std::vector<Number> zerosOf(std::size_t count, const std::stop_token& stop) {
    constexpr std::size_t atOnce = 8'000'000;
    std::vector<Number> numbers;
    numbers.reserve(count);
    while (numbers.size() < count && !stop.stop_requested())
        numbers.resize(std::min(count, numbers.size() + atOnce));
    return numbers;
}

}  // namespace coarsen
