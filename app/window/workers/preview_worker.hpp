// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "app/window/workers/preview.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <memory>

namespace coarsen::window {

/// Computes the shown frame in its own thread; the request asked last wins. Answers arrive as queued signals.
class PreviewWorker : public QObject {
    Q_OBJECT
public:
    explicit PreviewWorker(QObject* parent = nullptr);
    ~PreviewWorker() override { mailbox_->clear(); }

    void ask(PreviewRequest request) { mailbox_->post(std::move(request)); }
    void startOver();  ///< lets go of what is under way, with all that it keeps: it may never end

signals:
    void answered(std::shared_ptr<const coarsen::window::Preview> preview);

private:
    using Mailbox = LatestOnly<PreviewRequest>;

    std::shared_ptr<Mailbox> mailbox_ = std::make_shared<Mailbox>();
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
