// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_pool.hpp"

#include <new>
#include <system_error>
#include <utility>

namespace coarsen {

ThreadPool::ThreadPool(std::size_t threads) {
    helpers_.reserve(threads);
    try {
        for (std::size_t thread = 1; thread < threads; ++thread)
            helpers_.emplace_back([this, thread] { help(thread); });
    } catch (const std::system_error&) {  // no further thread is to be had
    } catch (const std::bad_alloc&) {     // nor memory for one
    }
}

ThreadPool::~ThreadPool() {
    body_ = nullptr;
    ++turn_;
    turn_.notify_all();
}

void ThreadPool::help(std::size_t thread) {
    for (unsigned seen = 0;;) {
        turn_.wait(seen);
        ++seen;  // no turn begins before all have ended the one before
        if (!body_) return;
        work(thread);
        if (--working_ == 0) working_.notify_one();
    }
}

void ThreadPool::work(std::size_t thread) noexcept {
    try {
        (*body_)(thread);
    } catch (...) {  // carried to the caller
        const std::lock_guard lock(mutex_);
        if (!firstError_) firstError_ = std::current_exception();
    }
}

void ThreadPool::run(const std::function<void(std::size_t)>& body) {
    body_ = &body;
    working_ = helpers_.size();
    ++turn_;
    turn_.notify_all();
    work(0);
    for (std::size_t left = working_; left != 0; left = working_)
        working_.wait(left);
    if (firstError_) std::rethrow_exception(std::exchange(firstError_, nullptr));
}

}  // namespace coarsen
