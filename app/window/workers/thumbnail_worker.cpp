// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/thumbnail_worker.hpp"

#include "app/window/views/stage_picture.hpp"
#include "app/window/workers/yield_to_window.hpp"
#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/grey.hpp"

namespace coarsen::window {

namespace {

constexpr int thumbnailHeight = 96;

QImage thumbnail(const FrameSource& source, std::shared_ptr<const SharedFile>& kept) {
    const Frame frame = Grey{}(rawFrame(decode(source.file, source.page, kept), 0, 0));
    return stagePicture({"grey", true, frame, 0}, 0.5, 99.5).picture.scaledToHeight(thumbnailHeight, Qt::SmoothTransformation);
}

}  // namespace

void ThumbnailWorker::start(const ImageSeries& series, std::vector<int> frames) {
    thread_ = {};
    const quint64 round = ++round_;
    thread_ = std::jthread([this, round, series, frames = std::move(frames)](std::stop_token stop) {
        yieldToWindow();
        std::shared_ptr<const SharedFile> kept;
        for (const int frame : frames) {
            if (stop.stop_requested()) return;
            QImage picture;
            try {
                picture = thumbnail(series.frames[static_cast<std::size_t>(frame)], kept);
            } catch (const InputError&) {  // the cell stays empty; the frame says why when it is measured or looked at
                continue;
            }
            QMetaObject::invokeMethod(
                this,
                [this, round, frame, picture] {
                    if (round == round_) emit made(frame, picture);
                },
                Qt::QueuedConnection);
        }
    });
}

}  // namespace coarsen::window
