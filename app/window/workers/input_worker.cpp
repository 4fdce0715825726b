// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/input_worker.hpp"

#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

void InputWorker::start(const Session& session) {
    stop();
    running_ = true;
    thread_ = std::jthread([this, round = round_, session](std::stop_token stop) {
        yieldToWindow();
        const InputCheck check = checkInputs(session, 1, stop);
        if (stop.stop_requested()) return;
        posts_.post([this, round, check] {
            if (round != round_) return;
            running_ = false;
            emit checked(check);
        });
    });
}

void InputWorker::stop() {
    thread_ = {};
    ++round_;
    running_ = false;
}

}  // namespace coarsen::window
