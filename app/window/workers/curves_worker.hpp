// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/series_curves.hpp"
#include "app/window/workers/asked_last.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/base/latest_only.hpp"

#include <QObject>

#include <memory>
#include <thread>

namespace coarsen::window {

/// Makes what the C1D of the series is drawn from, in its own thread: thousands of frames are too many for the window's.
class CurvesWorker : public QObject {
    Q_OBJECT
public:
    explicit CurvesWorker(QObject* parent = nullptr);
    ~CurvesWorker() override;  ///< stops and joins

    void ask(std::shared_ptr<const GrowthData> growth) { mailbox_.post(asked_.mark(std::move(growth))); }
    bool isUnderWay() const { return asked_.isUnderWay(); }  ///< the last request is not answered yet

signals:
    void made(std::shared_ptr<const coarsen::window::SeriesCurves> curves);

private:
    AskedLast asked_;
    LatestOnly<AskedLast::Marked<std::shared_ptr<const GrowthData>>> mailbox_;
    MainThreadQueue posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
