// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/postbox.hpp"

#include <QObject>
#include <QString>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace coarsen::window {

/// Runs jobs one after the other in one thread: opening, saving, fitting, exporting. What a job returns is a function that the
/// window's thread then calls; a job that throws ends in `failed` there.
class Background : public QObject {
    Q_OBJECT
public:
    using Result = std::function<void()>;
    using Job = std::function<Result()>;

    explicit Background(QObject* parent = nullptr);
    ~Background() override;  ///< finishes what was asked for (a session being saved), then joins

    void run(Job job, std::function<void(const QString&)> failed);
    bool isIdle() const { return pending_ == 0; }

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<std::pair<Job, std::function<void(const QString&)>>> jobs_;
    int pending_ = 0;  // window's thread
    Postbox posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
