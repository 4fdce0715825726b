// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/direction_curve.hpp"
#include "app/window/workers/asked_last.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <memory>
#include <thread>

namespace coarsen::window {

struct DirectionRequest {
    std::shared_ptr<const CorrelationMap> map;
    MeasureSettings settings;
    Direction direction;
    double aspect = 1;
};

/// Reads C2D in one direction, in its own thread: a sector of a large map takes longer than a step of the mouse. What was begun
/// is ended even when a later direction is asked for, so that the curve follows while the mouse moves.
class DirectionWorker : public QObject {
    Q_OBJECT
public:
    explicit DirectionWorker(QObject* parent = nullptr);
    ~DirectionWorker() override;  ///< joins

    void ask(DirectionRequest request) { mailbox_.post(asked_.mark(std::move(request))); }
    bool isUnderWay() const { return asked_.isUnderWay(); }  ///< the last request is not answered yet

signals:
    void made(std::shared_ptr<const coarsen::window::DirectionCurve> curve);

private:
    AskedLast asked_;
    LatestOnly<AskedLast::Marked<DirectionRequest>> mailbox_;
    MainThreadQueue posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
