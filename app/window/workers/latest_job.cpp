// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/latest_job.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"

#include <exception>
#include <stop_token>
#include <utility>

namespace coarsen::window {

void LatestJob::ask(Job job, std::function<void(const QString&)> failed) {
    isUnderWay_ = true;
    thread_.start([this, job = std::move(job), failed = std::move(failed), posts = posts_.newAddress()](std::stop_token stop) {
        yieldToWindow();
        if (stop.stop_requested()) return;
        Result answer;
        try {
            answer = job();
        } catch (const std::exception& error) {  // memory can run out, too
            answer = [failed, problem = translated(error.what())] { failed(problem); };
        }
        posts.post([this, answer] {
            isUnderWay_ = false;
            answer();
        });
    });
}

void LatestJob::drop() {
    thread_.letGo();
    posts_.newAddress();
    isUnderWay_ = false;
}

}  // namespace coarsen::window
