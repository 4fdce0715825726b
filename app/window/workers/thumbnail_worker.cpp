// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/thumbnail_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/values/stage_picture.hpp"
#include "app/window/values/volume_room.hpp"
#include "app/window/values/volume_slices.hpp"
#include "app/window/workers/yield_to_window.hpp"
#include "core/analysis/frame_memory.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int thumbnailHeight = 96;
constexpr double lowPercent = 0.5, highPercent = 99.5;

QImage scaledDown(const QImage& picture, double aspect = 1) {
    const double width = picture.width() * thumbnailHeight / std::max(1.0, picture.height() * aspect);
    return picture.scaled(std::max(1, static_cast<int>(width)), thumbnailHeight,
                          Qt::IgnoreAspectRatio,  // of a single column, too
                          Qt::SmoothTransformation);
}

/// How volumes of a series are read, and where their bricks are kept.
struct VolumeShelf {
    ImageSeries how;
    std::shared_ptr<VolumeBricks> bricks;
    int edition = 0;

    bool hasBrick(const FrameSource& source) const { return bricks && bricks->has(VolumeBricks::keyOf(source, edition)); }
    /// One that is made for a thumbnail is kept only where it pushes out nothing that is shown. Null where there is no room
    /// to read it, and after a stop.
    std::shared_ptr<const VolumeBrick> brick(const FrameSource& source, const std::stop_token& stop) const {
        const std::string key = VolumeBricks::keyOf(source, edition);
        if (auto known = bricks ? bricks->find(key) : nullptr) return known;
        if (!isRoomAside(sizeBeforeReading(how, source))) return nullptr;
        const Volume read = readVolume(source.file, volumeOf(how, source), stop);
        if (stop.stop_requested()) return nullptr;
        auto made = brickOf(read);
        if (bricks && bricks->hasRoomFor(made->bytes())) bricks->add(key, made);
        return made;
    }
};

/// The middle slice; none where there is no room to read the volume, and after a stop.
QImage thumbnailOfVolume(const FrameSource& source, const VolumeShelf& shelf, const std::stop_token& stop) {
    const auto brick = shelf.brick(source, stop);
    if (!brick) return {};
    const GreyLevels levels = levelsAt(brick->counts, lowPercent, highPercent);
    const Spacing& voxel = shelf.how.volumes->first.spacing;
    return scaledDown(slicePicture(*brick, slicePlanes.front(), brick->size.depth / 2, levels), voxel.y / voxel.x);
}

QImage thumbnail(const FrameSource& source, std::shared_ptr<const SharedFile>& kept) {
    const ImageHeader header = frameHeader(source);
    requireMemory(header, thumbnailMemory(header, 0), memoryBudget());
    const Frame frame = Grey{}(rawFrame(framePicture(source, false, kept), 0, 0));
    return scaledDown(stagePicture({"grey", true, frame, 0}, lowPercent, highPercent).picture);
}

}  // namespace

struct ThumbnailWorker::Wanted {
    struct One {
        int frame = 0;
        FrameSource source;
        bool isToCome = true;  ///< false: it was left out before, and counts no more
    };

    /// Takes the first of those that were left out and have a brick by now, since they were shown.
    template <typename HasBrick>
    void takeUpKnown(HasBrick hasBrick) {
        const auto known = std::ranges::find_if(leftOut, hasBrick, &One::source);
        if (known == leftOut.end()) return;
        frames.push_back({known->frame, known->source, false});
        leftOut.erase(known);
    }

    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<One> frames;    // guarded
    std::vector<One> leftOut;  ///< volumes, for want of memory; of the worker's thread
};

void ThumbnailWorker::start(const ImageSeries& series, const std::vector<int>& frames, std::shared_ptr<VolumeBricks> bricks,
                            int edition) {
    wanted_ = std::make_shared<Wanted>();
    toCome_ = 0;
    std::shared_ptr<VolumeShelf> volumes;  // none of pictures
    if (series.volumes) {
        volumes = std::make_shared<VolumeShelf>();
        volumes->how.volumes = series.volumes;
        volumes->bricks = std::move(bricks);
        volumes->edition = edition;
    }
    thread_.start([this, wanted = wanted_, volumes, posts = posts_.newAddress()](std::stop_token stop) {
        yieldToWindow();
        std::shared_ptr<const SharedFile> kept;
        for (;;) {
            std::unique_lock lock(wanted->mutex);
            if (wanted->frames.empty()) kept.reset();
            wanted->changed.wait(lock, stop, [&] {
                if (volumes) wanted->takeUpKnown([&](const FrameSource& source) { return volumes->hasBrick(source); });
                return !wanted->frames.empty();
            });
            if (stop.stop_requested()) return;
            const Wanted::One one = std::move(wanted->frames.front());
            wanted->frames.pop_front();
            lock.unlock();
            QImage picture;
            QString problem;
            try {
                picture = volumes ? thumbnailOfVolume(one.source, *volumes, stop) : thumbnail(one.source, kept);
            } catch (const std::exception& error) {  // memory can run out, too
                problem = translated(error.what());
            }
            const bool isLeftOut = problem.isEmpty() && picture.isNull();
            if (isLeftOut) wanted->leftOut.push_back(one);
            posts.post([this, frame = one.frame, isToCome = one.isToCome, picture, problem, isLeftOut] {
                if (isToCome) --toCome_;
                if (!problem.isEmpty())
                    emit failed(frame, problem);
                else if (!isLeftOut)
                    emit made(frame, picture);
            });
        }
    });
    add(series, frames);
}

void ThumbnailWorker::add(const ImageSeries& series, const std::vector<int>& frames) {
    if (!wanted_) return;
    toCome_ += frames.size();
    const std::lock_guard lock(wanted_->mutex);
    for (const int frame : frames)
        wanted_->frames.push_back({frame, series.frames[static_cast<std::size_t>(frame)]});
    wanted_->changed.notify_one();
}

}  // namespace coarsen::window
