// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/batch/batch.hpp"

#include <QObject>
#include <QString>

namespace coarsen::window {

/// Results that a batch left when it ended.
struct BatchEnd {
    QString problem;          ///< why it could not begin, or its tables were not written; else empty
    QString resultsThere;     ///< why it could not begin, where results lie in its folder already: the user is asked
    QString project, folder;  ///< empty: nothing was written
    bool isCutShort = false;
};

/// Runs a batch of the command line in the background.
class BatchWorker : public QObject {
    Q_OBJECT
public:
    explicit BatchWorker(QObject* parent = nullptr) : QObject(parent) {}

    void start(BatchRequest request, const Engines& engines);
    void cancel();  ///< `finished` follows soon: frames in work are given up
    bool isRunning() const { return running_; }

signals:
    void begun(int series);
    void progressed(const coarsen::BatchProgress& progress);
    void said(int series, const QString& words);
    void ended(int series, const coarsen::SeriesOutcome& outcome, const coarsen::FrameCounts& counts);
    void finished(const coarsen::window::BatchEnd& end);

private:
    bool running_ = false;  // window's thread
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
