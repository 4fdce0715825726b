// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.hpp"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <utility>

namespace coarsen {

/// Threads to work with, and the stop that they look at between pieces of their work. What they give after it is unfinished.
struct Threads {
    /// A number alone says how many.
    Threads(int most = 0, std::stop_token stops = {}) : count(most), stop(std::move(stops)) {}

    int count;  ///< 0: all
    std::stop_token stop;
};

inline void parallelFor(std::size_t count, const Threads& threads, const std::function<void(std::size_t)>& body) {
    parallelFor(count, threads.count, body, threads.stop);
}

}  // namespace coarsen
