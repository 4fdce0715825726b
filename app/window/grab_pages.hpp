// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEventLoop>
#include <QObject>
#include <QString>
#include <QTimer>

class QWidget;

namespace coarsen::window {

class MainWindow;

/// Runs the event loop until `isDone` says so.
template <typename IsDone>
void waitUntil(const IsDone& isDone) {
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (isDone()) loop.quit();
    });
    poll.start(20);
    loop.exec();
}

/// Throws SettingError where there is no page of that name; the empty one is the window as it opens.
void requirePage(const QString& name);

/// Brings that page to the screen and gives what is to be drawn, the window or a dialog over it.
QWidget* showPage(MainWindow& window, const QString& name);

}  // namespace coarsen::window
