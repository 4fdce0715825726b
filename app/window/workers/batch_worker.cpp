// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/batch_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"
#include "core/base/error.hpp"

#include <chrono>
#include <utility>

namespace coarsen::window {

namespace {

using namespace std::chrono_literals;

/// Hands on what the batch says, of progress no more than the eye sees.
class PostedReport final : public BatchReport {
public:
    PostedReport(BatchWorker& worker, MainThreadQueue::Address posts) : worker_(worker), posts_(std::move(posts)) {}

    void begins(std::size_t series) override {
        posts_.post([i = static_cast<int>(series), &worker = worker_] { emit worker.begun(i); });
    }
    void show(const BatchProgress& progress) override {
        const auto now = std::chrono::steady_clock::now();
        if (progress.done < progress.total && now - last_ < 50ms) return;
        last_ = now;
        posts_.post([progress, &worker = worker_] { emit worker.progressed(progress); });
    }
    void showSurvey(const BatchProgress& progress) override { show(progress); }
    void say(std::size_t series, const std::string& text) override {
        posts_.post([i = static_cast<int>(series), text, &worker = worker_] { emit worker.said(i, translated(text)); });
    }
    void ends(std::size_t series, const SeriesOutcome& outcome) override {
        const FrameCounts counts = batch ? batch->result().samples[series].counts : FrameCounts{};
        posts_.post(
            [i = static_cast<int>(series), outcome, counts, &worker = worker_] { emit worker.ended(i, outcome, counts); });
    }

    const Batch* batch = nullptr;

private:
    BatchWorker& worker_;
    MainThreadQueue::Address posts_;
    std::chrono::steady_clock::time_point last_{};
};

QString textOf(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

BatchEnd measured(BatchRequest request, const Engines& engines, PostedReport& report, std::stop_token stop) {
    BatchEnd end;
    try {
        if (const std::string there = request.resumes || request.replaces ? "" : resultsThere(request); !there.empty()) {
            end.resultsThere = QString::fromStdString(there);
            return end;
        }
        Batch batch(std::move(request), engines);
        report.batch = &batch;
        batch.measure(report, stop);
        batch.writeTables();
        end.project = textOf(batch.projectFile());
        end.folder = textOf(batch.request().output);
    } catch (const std::exception& error) {
        end.problem = translated(error.what());
    }
    end.isCutShort = stop.stop_requested();
    return end;
}

}  // namespace

void BatchWorker::start(BatchRequest request, const Engines& engines) {
    running_ = true;
    thread_.start([this, posts = posts_.newAddress(), request = std::move(request), engines](std::stop_token stop) mutable {
        yieldToWindow();
        PostedReport report(*this, posts);
        const BatchEnd end = measured(std::move(request), engines, report, stop);
        posts.post([this, end] {
            running_ = false;
            emit finished(end);
        });
    });
}

void BatchWorker::cancel() {
    thread_.requestStop();
}

}  // namespace coarsen::window
