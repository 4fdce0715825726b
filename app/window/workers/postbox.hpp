// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>

namespace coarsen::window {

/// Takes calls from any thread and makes them, in their order, in the thread where it was made, as that thread's events are
/// handled. A worker has it before its thread, so that it outlives the thread; calls not made by its end are dropped. The lock
/// is ours rather than that of Qt's queue so that ThreadSanitizer sees it.
class Postbox : public QObject {
public:
    void post(std::function<void()> call);

protected:
    bool event(QEvent* event) override;

private:
    std::mutex mutex_;
    std::deque<std::function<void()>> calls_;
};

}  // namespace coarsen::window
