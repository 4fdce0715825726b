// SPDX-License-Identifier: GPL-3.0-or-later
// The only place where tests of the window wait: for a condition, not for a time, so that a slow machine is as good as a quick
// one.
#pragma once

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTest>
#include <QTimer>

#include <memory>

namespace coarsen::window {

/// How long a condition may take to come true, in ms. It bounds failures only: one that holds is seen at once, however much
/// slower a sanitizer makes everything.
constexpr int timeoutMs = 60000;

/// Lets events come until the condition holds; false when the time-out comes first.
template <typename Condition>
bool comesTrue(const Condition& condition) {
    const QDeadlineTimer timeout(timeoutMs);
    QTimer look;  // for what comes true without an event, such as a file
    look.start(5);
    while (!condition()) {
        if (timeout.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

/// Waits until the condition holds; what failed is its own words.
#define COMES_TRUE(...) \
    QVERIFY2(coarsen::window::comesTrue([&] { return static_cast<bool>(__VA_ARGS__); }), "it does not come: " #__VA_ARGS__)

/// Waits until the value is the expected one; what failed is told with the value that it had at last.
#define COMES(actual, expected)                                                   \
    do {                                                                          \
        (void)coarsen::window::comesTrue([&] { return (actual) == (expected); }); \
        QCOMPARE(actual, expected);                                               \
    } while (false)

/// Takes what is to be done at once: sizes and layouts, what begins with the next turn of the event loop, plots to be drawn anew,
/// widgets to be deleted. None of it takes another thread or a timer, so there is no condition to name.
inline void takeEvents() {
    const QDeadlineTimer timeout(timeoutMs);
    bool isAnyTaken = true;
    while (isAnyTaken && !timeout.hasExpired()) {
        isAnyTaken = QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

/// Waits until nothing is under way and all of it is shown: what comes to an end may begin something else with the next events.
template <typename IsBusy>
bool comesToRest(const IsBusy& isBusy) {
    return comesTrue([&] {
        if (isBusy()) return false;
        takeEvents();
        return !isBusy();
    });
}

/// Has the dialog answered that is opened next, whenever that is, as long as what is given back lives.
template <typename Answer>
[[nodiscard]] std::unique_ptr<QTimer> whenAsked(const Answer& answer) {
    auto look = std::make_unique<QTimer>();
    QObject::connect(look.get(), &QTimer::timeout, look.get(), [timer = look.get(), answer] {
        QWidget* const dialog = QApplication::activeModalWidget();
        if (!dialog) return;
        timer->stop();
        answer(dialog);
    });
    look->start(1);
    return look;
}

/// Lets time pass, where what is tested is that something does not happen, or that it goes on. Nothing else may wait for a time,
/// and a slow machine may only make the test weaker.
inline void letPass(int ms) {
    QTest::qWait(ms);
}

}  // namespace coarsen::window
