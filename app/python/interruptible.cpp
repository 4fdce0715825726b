// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/interruptible.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <nanobind/nanobind.h>
#include <thread>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

constexpr std::chrono::milliseconds betweenLooks{50};  // at whether Ctrl+C was pressed

}  // namespace

void runInterruptibly(const std::function<void(const Tell&, std::stop_token)>& work) {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Telling> told;
    bool isDone = false;
    std::exception_ptr failure;
    const Tell tell = [&](Telling telling) {
        const std::lock_guard lock(mutex);
        told.push_back(std::move(telling));
        changed.notify_one();
    };
    const nb::gil_scoped_release withoutLock;  // declared before the thread: what raises here waits for it without the lock
    std::jthread thread([&](const std::stop_token& stop) {
        try {
            work(tell, stop);
        } catch (...) {  // thrown again in the caller's thread, below
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        isDone = true;
        changed.notify_one();
    });
    for (bool wasDone = false; !wasDone;) {
        std::deque<Telling> now;
        {
            std::unique_lock lock(mutex);
            changed.wait_for(lock, betweenLooks, [&] { return isDone || !told.empty(); });
            now.swap(told);
            wasDone = isDone;
        }
        const nb::gil_scoped_acquire withLock;
        for (const Telling& telling : now)
            telling();
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    thread.join();
    if (failure) std::rethrow_exception(failure);
}

void Percent::operator()(double part) {
    constexpr int whole = 100;
    const int now = std::clamp(static_cast<int>(part * whole), 0, whole);
    if (!progress_ || now <= told_) return;
    told_ = now;
    tell_([&hears = progress_, now] { hears(now, whole); });
}

}  // namespace coarsen::python
