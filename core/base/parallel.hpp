// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace coarsen {

/// Threads that `requested` (0: all) means on this machine, at least 1.
int threadCount(int requested = 0);

/// Calls `body(i)` for every i in [0, count), on up to `threads` threads including the caller's, in no fixed order.
/// Where the system gives no more threads, those that there are do it all. After a stop no new index starts. The first exception
/// is rethrown here once all threads have ended.
void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body, std::stop_token stop = {});

/// Calls `body(i)` for every i in [0, count), for a body of microseconds: on all threads, some dozens of indices in a row each,
/// so that few of them stay on the caller's thread. Throws as parallelFor.
void parallelForShort(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace coarsen
