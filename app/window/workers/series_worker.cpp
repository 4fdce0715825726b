// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/series_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"

#include <QTimer>

namespace coarsen::window {

namespace {
constexpr int deliverEveryMs = 50;
}

SeriesWorker::~SeriesWorker() {
    thread_ = {};
}  // stops and joins before what the thread writes to is gone; a run ends within one frame

void SeriesWorker::start(RunRequest request) {
    thread_ = {};
    const quint64 run = ++run_;
    {
        const std::lock_guard lock(mutex_);
        waiting_.clear();
        likeness_.clear();
        delivering_ = false;
    }
    running_ = true;
    thread_ = std::jthread([this, run, request = std::move(request)](std::stop_token stop) {
        yieldToWindow();
        RunListener listener;
        listener.compared = [this](int frame, double likeness) {
            const std::lock_guard lock(mutex_);
            likeness_[frame] = likeness;
        };
        listener.finished = [this](const SharedResult& row, const RunProgress& progress) {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(row);
            progress_ = progress;
            if (std::exchange(delivering_, true)) return;
            posts_.post([this] { QTimer::singleShot(deliverEveryMs, this, &SeriesWorker::deliver); });
        };
        listener.notice = [this](const std::string& text) {
            posts_.post([this, text] { emit noticed(QString::fromStdString(text)); });
        };
        listener.remarked = [this](const std::string& what, const std::string& where) {
            posts_.post([this, what, where] { emit remarked(translated(what), QString::fromStdString(where)); });
        };
        QString problem;
        try {
            runSeries(request, listener, stop);
        } catch (const std::exception& error) {
            problem = translated(error.what());
        }
        const bool cancelled = stop.stop_requested();
        posts_.post([this, run, cancelled, problem] {
            if (run != run_) return;  // a later run has begun
            deliver();
            running_ = false;
            emit ended(cancelled, problem);
        });
    });
}

void SeriesWorker::cancel() {
    thread_.request_stop();
}

void SeriesWorker::deliver() {
    std::vector<SharedResult> rows;
    Likeness likeness;
    RunProgress progress;
    {
        const std::lock_guard lock(mutex_);
        rows.swap(waiting_);
        likeness.swap(likeness_);
        progress = progress_;
        delivering_ = false;
    }
    if (!rows.empty() || !likeness.empty()) emit rowsMeasured(rows, likeness, progress);
}

}  // namespace coarsen::window
