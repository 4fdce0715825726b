// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/comparison_worker.hpp"

#include "app/window/workers/yield_to_window.hpp"

#include <utility>

namespace coarsen::window {

ComparisonWorker::ComparisonWorker(QObject* parent) : QObject(parent) {
    cancel();
}

void ComparisonWorker::ask(ComparisonQuestion question) {
    mailbox_->post({std::move(question), ++asked_});
}

void ComparisonWorker::cancel() {
    mailbox_->clear();
    mailbox_ = std::make_shared<Mailbox>();
    thread_.start([this, mailbox = mailbox_, posts = posts_.newAddress()](std::stop_token stop) {
        yieldToWindow();
        while (auto next = mailbox->take(stop))
            compare(
                next->request.question,
                [this, &posts, number = next->request.number](std::shared_ptr<const Comparison> comparison) {
                    posts.post([this, comparison, number] {
                        if (number == asked_) emit compared(comparison);
                    });
                },
                next->stop);
    });
}

}  // namespace coarsen::window
