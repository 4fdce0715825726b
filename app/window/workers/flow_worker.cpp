// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/flow_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace coarsen::window {

FlowWorker::FlowWorker(QObject* parent) : QObject(parent) {
    cancel();
}

void FlowWorker::ask(FlowQuestion question) {
    mailbox_->post({std::move(question), ++asked_});
}

void FlowWorker::cancel() {
    ++asked_;
    mailbox_->clear();
    mailbox_ = std::make_shared<Mailbox>();
    thread_.start([this, mailbox = mailbox_, posts = posts_.newAddress()](std::stop_token stop) {
        yieldToWindow();
        while (auto next = mailbox->take(stop)) {
            const auto tell = [this, &posts, number = next->request.number](auto call) {
                posts.post([this, number, call = std::move(call)] {
                    if (number == asked_) call();
                });
            };
            using Clock = std::chrono::steady_clock;
            constexpr std::chrono::milliseconds between{60};  // as often as anybody can read it
            Clock::time_point said{};
            const auto progressed = [&](const RegistrationProgress& progress) {
                if (Clock::now() - said < between) return;
                said = Clock::now();
                tell([this, progress] { emit this->progressed(progress); });
            };
            try {
                if (auto flow = findFlow(next->request.question, progressed, next->stop))
                    tell([this, flow = std::move(flow)] { emit found(flow); });
            } catch (const std::exception& error) {
                tell([this, reason = translated(error.what())] { emit failed(reason); });
            }
        }
    });
}

}  // namespace coarsen::window
