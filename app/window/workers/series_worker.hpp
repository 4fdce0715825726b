// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/postbox.hpp"
#include "core/analysis/run_series.hpp"

#include <QObject>
#include <QString>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace coarsen::window {

/// Measures the series with the function that the command line uses. Rows come in bundles, at most 20 a second.
class SeriesWorker : public QObject {
    Q_OBJECT
public:
    explicit SeriesWorker(QObject* parent = nullptr) : QObject(parent) {}
    ~SeriesWorker() override;

    void start(RunRequest request);  ///< ends an earlier run first
    void cancel();
    bool isRunning() const { return running_; }

signals:
    /// `likeness`: of neighbours compared meanwhile.
    void rowsMeasured(const std::vector<coarsen::SharedResult>& rows, const coarsen::Likeness& likeness,
                      const coarsen::RunProgress& progress);
    void noticed(const QString& text);
    void remarked(const QString& what, const QString& where);
    void ended(bool cancelled, const QString& problem);

private:
    void deliver();

    Postbox posts_;
    std::jthread thread_;
    bool running_ = false;  // window's thread
    std::mutex mutex_;
    std::vector<SharedResult> waiting_;  // guarded
    Likeness likeness_;                  // guarded: of frames compared and not yet told
    RunProgress progress_;               // guarded
    bool delivering_ = false;            // guarded
    quint64 run_ = 0;
};

}  // namespace coarsen::window
