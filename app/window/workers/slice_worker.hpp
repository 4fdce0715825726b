// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/volume_slices.hpp"
#include "app/window/workers/asked_last.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <memory>
#include <thread>

namespace coarsen::window {

struct SliceRequest {
    std::shared_ptr<const VolumeBrick> brick;
    Voxel at{};
    GreyLevels levels;
};

/// Cuts a brick into slices in its own thread; the voxel asked for last wins. What was begun is ended, so that the slices follow
/// while the mouse moves.
class SliceWorker : public QObject {
    Q_OBJECT
public:
    explicit SliceWorker(QObject* parent = nullptr);
    ~SliceWorker() override;  ///< joins

    void ask(SliceRequest request) { mailbox_.post(asked_.mark(std::move(request))); }
    bool isUnderWay() const { return asked_.isUnderWay(); }  ///< the last request is not answered yet

signals:
    void cut(std::shared_ptr<const coarsen::window::VolumeSlices> slices);

private:
    AskedLast asked_;
    LatestOnly<AskedLast::Marked<SliceRequest>> mailbox_;
    MainThreadQueue posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
