// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/frame_flow.hpp"
#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <memory>

namespace coarsen::window {

/// Finds the flow of a frame in its own thread; the question asked last wins, and nothing is told of earlier ones.
class FlowWorker : public QObject {
    Q_OBJECT
public:
    explicit FlowWorker(QObject* parent = nullptr);
    ~FlowWorker() override { mailbox_->clear(); }

    void ask(FlowQuestion question);
    void cancel();  ///< lets go of what is under way, of which nothing is told any more: a read may never end

signals:
    void progressed(const coarsen::RegistrationProgress& progress);
    void found(std::shared_ptr<const coarsen::window::FrameFlow> flow);
    void failed(const QString& reason);

private:
    struct Request {
        FlowQuestion question;
        quint64 number = 0;
    };
    using Mailbox = LatestOnly<Request>;

    quint64 asked_ = 0;  // of the window's thread
    std::shared_ptr<Mailbox> mailbox_ = std::make_shared<Mailbox>();
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
