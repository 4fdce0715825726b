// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/flow_slices.hpp"
#include "app/window/workers/asked_last.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <memory>
#include <thread>

namespace coarsen::window {

struct FlowDrawing {
    std::shared_ptr<const FrameFlow> flow;
    FlowSeen seen;
    Voxel at{};
    bool isDark = false;

    bool operator==(const FlowDrawing&) const = default;
};

/// Draws planes of a flow in its own thread; what is asked for last wins. What was begun is ended, so that it follows while the
/// mouse moves.
class FlowDrawer : public QObject {
    Q_OBJECT
public:
    explicit FlowDrawer(QObject* parent = nullptr);
    ~FlowDrawer() override;  ///< joins

    void ask(FlowDrawing drawing) { mailbox_.post(asked_.mark(std::move(drawing))); }
    bool isUnderWay() const { return asked_.isUnderWay(); }  ///< the last request is not answered yet

signals:
    void drawn(std::shared_ptr<const coarsen::window::FlowSlices> slices);

private:
    AskedLast asked_;
    LatestOnly<AskedLast::Marked<FlowDrawing>> mailbox_;
    MainThreadQueue posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
