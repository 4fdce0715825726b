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
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

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

struct ThumbnailWorker::Wanted {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<std::pair<int, FrameSource>> frames;  // guarded
};

void ThumbnailWorker::start(const ImageSeries& series, const std::vector<int>& frames) {
    wanted_ = std::make_shared<Wanted>();
    thread_.start([this, wanted = wanted_, posts = posts_.newAddress()](std::stop_token stop) {
        yieldToWindow();
        std::shared_ptr<const SharedFile> kept;
        for (;;) {
            std::unique_lock lock(wanted->mutex);
            if (wanted->frames.empty()) kept.reset();
            wanted->changed.wait(lock, stop, [&] { return !wanted->frames.empty(); });
            if (stop.stop_requested()) return;
            const auto [frame, source] = std::move(wanted->frames.front());
            wanted->frames.pop_front();
            lock.unlock();
            QImage picture;
            QString problem;
            try {
                picture = thumbnail(source, kept);
            } catch (const std::exception& error) {  // memory can run out, too
                problem = translated(error.what());
            }
            posts.post([this, frame = frame, picture, problem] {
                if (problem.isEmpty())
                    emit made(frame, picture);
                else
                    emit failed(frame, problem);
            });
        }
    });
    add(series, frames);
}

void ThumbnailWorker::add(const ImageSeries& series, const std::vector<int>& frames) {
    if (!wanted_) return;
    const std::lock_guard lock(wanted_->mutex);
    for (const int frame : frames)
        wanted_->frames.emplace_back(frame, series.frames[static_cast<std::size_t>(frame)]);
    wanted_->changed.notify_one();
}

}  // namespace coarsen::window
