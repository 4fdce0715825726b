// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/session/session.hpp"

#include <QObject>

namespace coarsen::window {

/// Compares the images of a session with those measured, in the background: one thread of low priority, for reading them all may
/// take long and nobody waits for it. A file that cannot be read counts as missing.
class InputWorker : public QObject {
    Q_OBJECT
public:
    explicit InputWorker(QObject* parent = nullptr) : QObject(parent) {}
    void start(const Session& session);  ///< ends an earlier round first
    void stop();                         ///< never waits
    bool isRunning() const { return running_; }

signals:
    void checked(const coarsen::InputCheck& check);

private:
    bool running_ = false;  // window's thread
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
