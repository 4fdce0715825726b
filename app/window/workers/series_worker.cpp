// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/series_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"

#include <QTimer>

#include <mutex>
#include <utility>

namespace coarsen::window {

namespace {
constexpr int deliverEveryMs = 50;
}

/// Rows and comparisons that are not delivered yet.
struct SeriesWorker::Rows {
    std::mutex mutex;
    std::vector<SharedResult> waiting;            // guarded
    NeighbourCorrelations neighbourCorrelations;  // guarded
    RunProgress progress;                         // guarded
    bool isDelivering = false;                    // guarded
};

void SeriesWorker::start(RunRequest request) {
    running_ = true;
    thread_.start([this, posts = posts_.newAddress(), request = std::move(request)](std::stop_token stop) {
        yieldToWindow();
        const auto rows = std::make_shared<Rows>();
        RunListener listener;
        listener.compared = [rows](int frame, double neighbourCorrelation) {
            const std::lock_guard lock(rows->mutex);
            rows->neighbourCorrelations[frame] = neighbourCorrelation;
        };
        listener.finished = [this, posts, rows](const SharedResult& row, const RunProgress& progress) {
            const std::lock_guard lock(rows->mutex);
            rows->waiting.push_back(row);
            rows->progress = progress;
            if (std::exchange(rows->isDelivering, true)) return;
            posts.post([this, rows, posts] {
                QTimer::singleShot(deliverEveryMs, this, [this, rows, posts] { posts.post([this, rows] { deliver(*rows); }); });
            });
        };
        listener.notice = [this, posts](const std::string& text) {
            posts.post([this, text] { emit noticed(QString::fromStdString(text)); });
        };
        listener.remarked = [this, posts](const std::string& what, const std::string& where) {
            posts.post([this, what, where] { emit remarked(translated(what), QString::fromStdString(where)); });
        };
        QString problem;
        try {
            runSeries(request, listener, stop);
        } catch (const std::exception& error) {
            problem = translated(error.what());
        }
        posts.post([this, rows, cancelled = stop.stop_requested(), problem] {
            deliver(*rows);
            running_ = false;
            emit ended(cancelled, problem);
        });
    });
}

void SeriesWorker::cancel() {
    thread_.requestStop();
}

void SeriesWorker::letGo() {
    running_ = false;
    thread_.letGo();
    posts_.newAddress();
}

void SeriesWorker::deliver(Rows& rows) {
    std::vector<SharedResult> waiting;
    NeighbourCorrelations neighbourCorrelations;
    RunProgress progress;
    {
        const std::lock_guard lock(rows.mutex);
        waiting.swap(rows.waiting);
        neighbourCorrelations.swap(rows.neighbourCorrelations);
        progress = rows.progress;
        rows.isDelivering = false;
    }
    if (!waiting.empty() || !neighbourCorrelations.empty()) emit rowsMeasured(waiting, neighbourCorrelations, progress);
}

}  // namespace coarsen::window
