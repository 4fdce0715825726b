// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/self_test_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

SelfTestWorker::~SelfTestWorker() {
    thread_ = {};  // stops and joins before what the thread writes to is gone
}

void SelfTestWorker::start(const Engines& engines, bool quick) {
    thread_ = {};
    running_ = true;
    thread_ = std::jthread([this, posts = posts_.newAddress(), engines, quick](std::stop_token stop) {
        yieldToWindow();
        SelfTestListener listener;
        listener.progressed = [&](const SelfTestProgress& progress) {
            posts.post([this, progress] { emit progressed(progress); });
        };
        listener.finished = [&](const SelfTestCase& test) { posts.post([this, test] { emit caseFinished(test); }); };
        QString problem;
        try {
            selfTest(engines, {.isQuick = quick}, listener, stop);
        } catch (const std::exception& error) {
            problem = translated(error.what());
        }
        posts.post([this, problem, cancelled = stop.stop_requested()] {
            running_ = false;
            emit ended(cancelled, problem);
        });
    });
}

void SelfTestWorker::cancel() {
    thread_.request_stop();
}

}  // namespace coarsen::window
