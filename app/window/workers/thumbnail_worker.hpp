// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/volume_bricks.hpp"
#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/series/image_series.hpp"

#include <QImage>
#include <QObject>

#include <cstddef>
#include <memory>
#include <vector>

namespace coarsen::window {

/// Small pictures of a series for the filmstrip, made in the background at low priority, those wanted first.
class ThumbnailWorker : public QObject {
    Q_OBJECT
public:
    explicit ThumbnailWorker(QObject* parent = nullptr) : QObject(parent) {}
    /// Ends an earlier round first, and never waits. Of volumes: bricks that are made for it are kept as far as there is room.
    void start(const ImageSeries& series, const std::vector<int>& frames, std::shared_ptr<VolumeBricks> bricks = {},
               int edition = 0);
    void stop() { thread_.letGo(); }
    void add(const ImageSeries& series, const std::vector<int>& frames);  ///< after those asked for
    bool isUnderWay() const { return toCome_ > 0; }                       ///< of this round some are neither made nor failed

signals:
    void made(int frame, const QImage& picture);
    void failed(int frame, const QString& reason);

private:
    struct Wanted;

    std::shared_ptr<Wanted> wanted_;  // of this round
    std::size_t toCome_ = 0;          // of this round; of the window's thread
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
