// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/series/watch.hpp"

#include <QObject>
#include <QString>

#include <chrono>

namespace coarsen::window {

/// Lists a folder every second, unless it is told otherwise, in its own thread and says what is new. A listing that hangs (a dead
/// network) holds up nobody.
class FolderWatcher : public QObject {
    Q_OBJECT
public:
    explicit FolderWatcher(QObject* parent = nullptr) : QObject(parent) {}

    void start(const std::filesystem::path& folder, WatchedFolder known);  ///< ends an earlier watch first
    void stop();
    void lookEvery(std::chrono::milliseconds interval) { interval_ = interval; }  ///< from the next start on
    bool isRunning() const { return running_; }

signals:
    void listed(const coarsen::FolderNews& news);  ///< after the first listing, and whenever there is something new
    void wentAway(const QString& reason);
    void cameBack();

private:
    bool running_ = false;  // window's thread
    std::chrono::milliseconds interval_ = listedEvery;
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
