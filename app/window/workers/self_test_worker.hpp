// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/main_thread_queue.hpp"
#include "core/selftest/self_test.hpp"

#include <QObject>
#include <QString>

#include <thread>

namespace coarsen::window {

/// Runs the self-test of the command line in the background.
class SelfTestWorker : public QObject {
    Q_OBJECT
public:
    explicit SelfTestWorker(QObject* parent = nullptr) : QObject(parent) {}
    ~SelfTestWorker() override;

    void start(const Engines& engines, bool quick);  ///< ends an earlier run first
    void cancel();                                   ///< `ended` follows soon, within a frame
    bool isRunning() const { return running_; }

signals:
    void progressed(const coarsen::SelfTestProgress& progress);
    void caseFinished(const coarsen::SelfTestCase& test);
    void ended(bool cancelled, const QString& problem);

private:
    bool running_ = false;  // window's thread
    MainThreadQueue posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
