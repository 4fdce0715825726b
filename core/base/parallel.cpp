// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace coarsen {

namespace {

thread_local int allowedThreads = 0;  // 0: all

}  // namespace

ThreadLimit::ThreadLimit(int threads) : before_(allowedThreads) {
    if (threads > 0) allowedThreads = threads;
}

ThreadLimit::~ThreadLimit() {
    allowedThreads = before_;
}

int threadCount(int requested) {
    if (requested > 0) return requested;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallelFor(std::size_t count, int threads, const std::function<void(std::size_t)>& body, std::stop_token stop) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr firstError;

    const auto work = [&] {
        while (!stop.stop_requested()) {
            const std::size_t i = next.fetch_add(1);
            if (i >= count) return;
            try {
                body(i);
            } catch (...) {  // carried to the caller below
                const std::lock_guard lock(mutex);
                if (!firstError) firstError = std::current_exception();
                next = count;
            }
        }
    };

    {
        std::vector<std::jthread> helpers;
        const int all = allowedThreads > 0 ? std::min(threadCount(), allowedThreads) : threadCount();
        const std::size_t wanted = std::min(count, static_cast<std::size_t>(threads > 0 ? threads : all));
        helpers.reserve(wanted - std::min<std::size_t>(wanted, 1));
        try {
            for (std::size_t i = 1; i < wanted; ++i)
                helpers.emplace_back([&work, allowed = allowedThreads] {
                    const ThreadLimit limit(allowed);
                    work();
                });
        } catch (const std::system_error&) {  // no further thread is to be had: those that there are do it all
        } catch (const std::bad_alloc&) {     // nor memory for one
        }
        work();
    }
    if (firstError) std::rethrow_exception(firstError);
}

void parallelForShort(std::size_t count, const std::function<void(std::size_t)>& body) {
    constexpr std::size_t inARow = 32;
    parallelFor((count + inARow - 1) / inARow, 0, [&](std::size_t part) {
        for (std::size_t i = part * inARow; i < std::min(count, (part + 1) * inARow); ++i)
            body(i);
    });
}

}  // namespace coarsen
