// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/postbox.hpp"
#include "app/window/workers/preview.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <thread>

namespace coarsen::window {

/// Computes the frame looked at in its own thread; the request asked last wins. Answers arrive as queued signals.
class PreviewWorker : public QObject {
    Q_OBJECT
public:
    explicit PreviewWorker(QObject* parent = nullptr);
    ~PreviewWorker() override;  ///< stops and joins

    void ask(PreviewRequest request) { mailbox_.post(std::move(request)); }
    void forget() { mailbox_.clear(); }

signals:
    void answered(std::shared_ptr<const coarsen::window::Preview> preview);

private:
    LatestOnly<PreviewRequest> mailbox_;
    Postbox posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
