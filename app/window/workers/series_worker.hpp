// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/analysis/run_series.hpp"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace coarsen::window {

/// Measures the series with the function that the command line uses. Rows come in bundles, at most 20 a second.
class SeriesWorker : public QObject {
    Q_OBJECT
public:
    explicit SeriesWorker(QObject* parent = nullptr) : QObject(parent) {}

    void start(RunRequest request);  ///< lets an earlier run go
    void cancel();                   ///< `ended` follows soon, after the rows measured until then: frames in work are given up
    void letGo();                    ///< never waits; nothing more is heard of the run
    bool isRunning() const { return running_; }

signals:
    /// `neighbourCorrelations`: of neighbours compared meanwhile.
    void rowsMeasured(const std::vector<coarsen::SharedResult>& rows, const coarsen::NeighbourCorrelations& neighbourCorrelations,
                      const coarsen::RunProgress& progress);
    void noticed(const QString& text);
    void remarked(const QString& what, const QString& where);
    void ended(bool cancelled, const QString& problem);

private:
    struct Rows;
    void deliver(Rows& rows);

    bool running_ = false;  // window's thread
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
