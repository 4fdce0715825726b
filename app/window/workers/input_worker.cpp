// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/input_worker.hpp"

#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

void InputWorker::start(const Session& session) {
    running_ = true;
    thread_.start([this, posts = posts_.newAddress(), session](std::stop_token stop) {
        yieldToWindow();
        const InputCheck check = checkInputs(session, 1, stop);
        if (stop.stop_requested()) return;
        posts.post([this, check] {
            running_ = false;
            emit checked(check);
        });
    });
}

void InputWorker::stop() {
    thread_.letGo();
    posts_.newAddress();
    running_ = false;
}

}  // namespace coarsen::window
