// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/ensemble_data.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <algorithm>
#include <memory>
#include <thread>

namespace coarsen::window {

/// Pools the images of an ensemble in its own thread: a thousand bootstraps a group.
class EnsembleWorker : public QObject {
    Q_OBJECT
public:
    explicit EnsembleWorker(QObject* parent = nullptr);
    ~EnsembleWorker() override;  ///< stops and joins

    void ask(EnsembleQuestion question);
    void forget() { forgotten_ = asked_; }                                         ///< drops the requests until now
    bool isUnderWay() const { return asked_ != std::max(answered_, forgotten_); }  ///< the last request is not answered yet

signals:
    void made(std::shared_ptr<const coarsen::window::EnsembleData> ensemble);

private:
    struct Request {
        EnsembleQuestion question;
        quint64 number = 0;
    };
    quint64 asked_ = 0, answered_ = 0, forgotten_ = 0;  // of the window's thread
    LatestOnly<Request> mailbox_;
    MainThreadQueue posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
