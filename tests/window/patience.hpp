// SPDX-License-Identifier: GPL-3.0-or-later
// The only place where tests of the window wait: for a condition, not for a time, so that a slow machine is as good as a quick
// one.
#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTest>
#include <QTimer>

namespace coarsen::window {

/// How long a condition may take to come true, in ms. It bounds failures only: one that holds is seen at once, however much
/// slower a sanitizer makes everything.
constexpr int patienceMs = 60000;

/// Lets events come until the condition holds; false when patience ends first.
template <typename Condition>
bool comesTrue(const Condition& condition) {
    const QDeadlineTimer patience(patienceMs);
    QTimer look;  // for what comes true without an event, such as a file
    look.start(5);
    while (!condition()) {
        if (patience.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

/// Takes what is to be done at once: sizes and layouts, what begins with the next turn of the event loop, plots to be drawn anew,
/// widgets to be deleted. None of it takes another thread or a timer, so there is no condition to name.
inline void takeEvents() {
    const QDeadlineTimer patience(patienceMs);
    bool isAnyTaken = true;
    while (isAnyTaken && !patience.hasExpired()) {
        isAnyTaken = QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

/// Lets time pass, where what is tested is that something does not happen, or that it goes on. Nothing else may wait for a time.
inline void letPass(int ms) {
    QTest::qWait(ms);
}

}  // namespace coarsen::window
