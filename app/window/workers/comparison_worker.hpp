// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/comparison.hpp"
#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <memory>

namespace coarsen::window {

/// Compares two pictures in its own thread; the question asked last wins, and answers to earlier ones are not told.
class ComparisonWorker : public QObject {
    Q_OBJECT
public:
    explicit ComparisonWorker(QObject* parent = nullptr);
    ~ComparisonWorker() override { mailbox_->clear(); }

    void ask(ComparisonQuestion question);
    void cancel();  ///< lets go of what is under way, of which nothing is told any more: a read may never end

signals:
    void compared(std::shared_ptr<const coarsen::window::Comparison> comparison);

private:
    struct Request {
        ComparisonQuestion question;
        quint64 number = 0;
    };
    using Mailbox = LatestOnly<Request>;

    quint64 asked_ = 0;  // of the window's thread
    std::shared_ptr<Mailbox> mailbox_ = std::make_shared<Mailbox>();
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
