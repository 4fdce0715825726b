// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"

#include <QString>

#include <functional>

namespace coarsen::window {

/// Runs a job in a thread of low priority, and answers only the one asked for last: what it returns is a function that the
/// window's thread then calls; a job that throws ends in `failed` there. A job owns what it touches, for it may sit in a read
/// that never ends.
///
/// Use, given `LatestJob& job, const std::function<int()>& slow, const std::function<void(int)>& show`:
///
///     // `show` is called in the window's thread
///     job.ask([=]() -> LatestJob::Result { return [answer = slow(), show] { show(answer); }; },
///             [](const QString& problem) { qWarning("%s", qPrintable(problem)); });
class LatestJob {
public:
    using Result = std::function<void()>;
    using Job = std::function<Result()>;

    void ask(Job job, std::function<void(const QString&)> failed);  ///< never waits for the one before
    void drop();                                                    ///< nobody wants the answer any more
    bool isUnderWay() const { return isUnderWay_; }

private:
    bool isUnderWay_ = false;  // window's thread
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
