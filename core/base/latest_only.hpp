// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace coarsen {

/// A mailbox of one between a thread that asks and a thread that works: a new request replaces the waiting one and
/// stops the running one, so the worker is always busy with the question asked last.
///
/// Use, given `const std::function<void(int, std::stop_token)>& work, std::stop_token end`:
///
///     LatestOnly<int> wanted;
///     wanted.post(3);
///     wanted.post(4);  // in place of 3, which is stopped where it is in work
///     while (const auto job = wanted.take(end))  // in the thread that works
///         work(job->request, job->stop);
template <typename Request>
class LatestOnly {
public:
    struct Job {
        Request request;
        std::stop_token stop;  ///< requested as soon as a later request is posted
    };

    /// Replaces the waiting request and asks the running job to stop. Never waits.
    void post(Request request) {
        const std::lock_guard lock(mutex_);
        waiting_ = std::move(request);
        running_.request_stop();
        changed_.notify_one();
    }

    /// Waits for the next request; nothing once `stop` is requested.
    std::optional<Job> take(std::stop_token stop) {
        return take(stop, std::chrono::hours(1), [] {});
    }

    /// The same. When none has come for `timeout`, calls `idle` once and
    /// waits on.
    template <typename Duration, typename Idle>
    std::optional<Job> take(std::stop_token stop, Duration timeout, Idle idle) {
        std::unique_lock lock(mutex_);
        const auto isAsked = [this] { return waiting_.has_value(); };
        if (!changed_.wait_for(lock, stop, timeout, isAsked) && !stop.stop_requested()) {
            lock.unlock();
            idle();
            lock.lock();
        }
        if (!changed_.wait(lock, stop, isAsked)) return std::nullopt;
        running_ = std::stop_source{};
        Job job{std::move(*waiting_), running_.get_token()};
        waiting_.reset();
        return job;
    }

    /// Drops the waiting request and asks the running job to stop.
    void clear() {
        const std::lock_guard lock(mutex_);
        waiting_.reset();
        running_.request_stop();
    }

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Request> waiting_;
    std::stop_source running_;
};

}  // namespace coarsen
