// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace coarsen {

/// Threads that `requested` (0: all) means on this machine, at least 1.
int threadCount(int requested = 0);

/// Bound on the threads of parallelFor where it is asked for all (0), as long as the bound lives: for calls by the thread that
/// made it, and for those within such a call. So what a user allows holds for all that is done, however deep; the innermost bound
/// counts.
///
/// Use:
///
///     const ThreadLimit limit(2);
///     parallelFor(100, 0, [](std::size_t) {});  // on two threads at most
class ThreadLimit {
public:
    explicit ThreadLimit(int threads);  ///< 0: none but one that is there already
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

private:
    int before_;
};

/// Calls `body(i)` for every i in [0, count), on up to `threads` threads (0: all that a ThreadLimit leaves) including the
/// caller's, in no fixed order. Where the system gives no more threads, those that there are do it all. After a stop no new index
/// starts. The first exception is rethrown here once all threads have ended.
void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body, std::stop_token stop = {});

/// Calls `body(i)` for every i in [0, count), for a body of microseconds: on all threads that there may be, some dozens of
/// indices in a row each, so that few of them stay on the caller's thread. Throws as parallelFor.
void parallelForShort(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace coarsen
