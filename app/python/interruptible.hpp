// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace coarsen::python {

/// Messages of a run to Python: called with the interpreter's lock held, in the thread that asked for the run.
using Telling = std::function<void()>;
/// Hands that over; returns at once.
using Tell = std::function<void(Telling)>;

/// Runs `work` without the interpreter's lock in a thread of its own, while this one hands on what is told and looks for Ctrl+C.
/// After either raises, `work` is stopped and waited for, and the exception goes on.
void runInterruptibly(const std::function<void(const Tell&, std::stop_token)>& work);

/// Answer of `work`, run interruptibly; it may be anything after a stop, for then the exception goes on.
template <typename Work>
auto interruptibly(Work work) {
    std::optional<decltype(work(std::declval<const Tell&>(), std::stop_token()))> answer;
    runInterruptibly([&](const Tell& tell, std::stop_token stop) { answer.emplace(work(tell, std::move(stop))); });
    return *std::move(answer);
}

/// How far a run is, as Python's functions hear it.
using Progress = std::function<void(int done, int total)>;

/// Tells how much of a hundred is done, once for each of them.
class Percent {
public:
    Percent(const Progress& progress, const Tell& tell) : progress_(progress), tell_(tell) {}
    void operator()(double part);

private:
    const Progress& progress_;
    const Tell& tell_;
    int told_ = -1;
};

}  // namespace coarsen::python
