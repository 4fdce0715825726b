// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/background.hpp"

#include "app/window/theme/words.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace coarsen::window {

namespace {
constexpr std::chrono::seconds jobTimeout{30};  // at the end: a session on a slow disk is saved, a dead network is left
}

struct Background::Queue {
    using Entry = std::pair<Job, std::function<void(const QString&)>>;

    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<Entry> jobs;  // guarded
    int unfinished = 0;      // guarded
};

Background::Background(QObject* parent) : QObject(parent), queue_(std::make_shared<Queue>()) {
    thread_.start([this, queue = queue_, posts = posts_.address()](std::stop_token stop) {
        for (;;) {
            std::unique_lock lock(queue->mutex);
            queue->changed.wait(lock, stop, [&] { return !queue->jobs.empty(); });
            if (queue->jobs.empty()) return;
            auto [job, failed] = std::move(queue->jobs.front());
            queue->jobs.pop_front();
            lock.unlock();
            Result result;
            try {
                result = job();
            } catch (const std::exception& error) {
                result = [failed = failed, text = translated(error.what())] { failed(text); };
            }
            posts.post([this, result = std::move(result)] {
                --pending_;
                if (result) result();
            });
            lock.lock();
            --queue->unfinished;
            queue->changed.notify_all();
        }
    });
}

Background::~Background() {
    thread_.requestStop();
    std::unique_lock lock(queue_->mutex);
    for (int before = 0; (before = queue_->unfinished) > 0;)
        if (!queue_->changed.wait_for(lock, jobTimeout, [&] { return queue_->unfinished < before; })) break;
}

void Background::run(Job job, std::function<void(const QString&)> failed) {
    ++pending_;
    const std::lock_guard lock(queue_->mutex);
    queue_->jobs.emplace_back(std::move(job), std::move(failed));
    ++queue_->unfinished;
    queue_->changed.notify_all();
}

}  // namespace coarsen::window
