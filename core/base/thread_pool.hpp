// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace coarsen {

/// Threads kept waiting for work that takes hardly longer than new threads take to start.
///
/// Use, given `std::vector<double>& sums`:
///
///     ThreadPool pool(4);
///     sums.resize(pool.size());
///     pool.run([&](std::size_t thread) { sums[thread] = 0; });  // all have returned
class ThreadPool {
public:
    /// So many with the caller's, fewer where the system gives no more.
    explicit ThreadPool(std::size_t threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    std::size_t size() const { return helpers_.size() + 1; }

    /// Calls `body(thread)` once on each of them, 0 on the caller's, and waits for all. The first exception is rethrown here. By
    /// one caller at a time.
    void run(const std::function<void(std::size_t)>& body);

private:
    void help(std::size_t thread);
    void work(std::size_t thread) noexcept;

    std::atomic<unsigned> turn_ = 0;
    std::atomic<std::size_t> working_ = 0;
    const std::function<void(std::size_t)>* body_ = nullptr;  ///< of this turn; none: the end
    std::mutex mutex_;
    std::exception_ptr firstError_;
    std::vector<std::jthread> helpers_;
};

}  // namespace coarsen
