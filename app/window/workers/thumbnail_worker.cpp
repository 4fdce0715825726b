// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/thumbnail_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/values/stage_picture.hpp"
#include "app/window/workers/yield_to_window.hpp"
#include "core/analysis/frame_memory.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr int thumbnailHeight = 96;

QImage thumbnail(const FrameSource& source, std::shared_ptr<const SharedFile>& kept) {
    const ImageHeader header = imageHeader(source.file);
    requireMemory(header, thumbnailMemory(header, 0), memoryBudget());
    const Frame frame = Grey{}(rawFrame(decode(source.file, source.page, kept), 0, 0));
    const QImage picture = stagePicture({"grey", true, frame, 0}, 0.5, 99.5).picture;
    const int width = std::max(1, picture.width() * thumbnailHeight / std::max(1, picture.height()));  // of a single column, too
    return picture.scaled(width, thumbnailHeight, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

}  // namespace

void ThumbnailWorker::start(const ImageSeries& series, const std::vector<int>& frames) {
    stop();
    wanted_.clear();
    thread_ = std::jthread([this, round = ++round_](std::stop_token stop) { run(stop, round); });
    add(series, frames);
}

void ThumbnailWorker::add(const ImageSeries& series, const std::vector<int>& frames) {
    const std::lock_guard lock(mutex_);
    for (const int frame : frames)
        wanted_.emplace_back(frame, series.frames[static_cast<std::size_t>(frame)]);
    changed_.notify_one();
}

void ThumbnailWorker::run(std::stop_token stop, quint64 round) {
    yieldToWindow();
    std::shared_ptr<const SharedFile> kept;
    for (;;) {
        std::unique_lock lock(mutex_);
        if (wanted_.empty()) kept.reset();
        changed_.wait(lock, stop, [this] { return !wanted_.empty(); });
        if (stop.stop_requested()) return;
        const auto [frame, source] = std::move(wanted_.front());
        wanted_.pop_front();
        lock.unlock();
        QImage picture;
        QString problem;
        try {
            picture = thumbnail(source, kept);
        } catch (const std::exception& error) {  // memory can run out, too
            problem = translated(error.what());
        }
        posts_.post([this, round, frame, picture, problem] {
            if (round != round_) return;
            if (problem.isEmpty())
                emit made(frame, picture);
            else
                emit failed(frame, problem);
        });
    }
}

}  // namespace coarsen::window
