// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/surface_picture.hpp"
#include "app/window/workers/asked_last.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <thread>

namespace coarsen::window {

/// Draws surfaces in its own thread; what is asked for last wins.
class SurfaceDrawer : public QObject {
    Q_OBJECT
public:
    explicit SurfaceDrawer(QObject* parent = nullptr);
    ~SurfaceDrawer() override;  ///< joins

    void ask(SurfaceDrawing drawing) { mailbox_.post(asked_.mark(std::move(drawing))); }
    bool isUnderWay() const { return asked_.isUnderWay(); }  ///< the last request is not answered yet

signals:
    void drawn(const QImage& picture);

private:
    AskedLast asked_;
    LatestOnly<AskedLast::Marked<SurfaceDrawing>> mailbox_;
    MainThreadQueue posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
