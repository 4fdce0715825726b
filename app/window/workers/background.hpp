// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace coarsen::window {

/// Runs jobs one after the other in one thread: opening, saving, fitting, exporting. What a job returns is a function that the
/// window's thread then calls; a job that throws ends in `failed` there. A job owns what it touches.
///
/// Use, given `Background& background, const std::function<int()>& slow, const std::function<void(int)>& show`:
///
///     // `show` is called in the window's thread
///     background.run([=]() -> Background::Result { return [answer = slow(), show] { show(answer); }; },
///                    [](const QString& problem) { qWarning("%s", qPrintable(problem)); });
class Background : public QObject {
    Q_OBJECT
public:
    using Result = std::function<void()>;
    using Job = std::function<Result()>;

    explicit Background(QObject* parent = nullptr);
    ~Background() override;  ///< finishes what was asked for (a session being saved), unless a job does not end

    void run(Job job, std::function<void(const QString&)> failed);
    bool isIdle() const { return pending_ == 0; }

private:
    struct Queue;

    int pending_ = 0;  // window's thread
    MainThreadQueue posts_;
    std::shared_ptr<Queue> queue_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
