// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace coarsen::cli {

/// Turns Ctrl+C, SIGTERM and SIGHUP into a stop: the frames in work are given up and what there is gets written. A second one
/// ends the program at once. Handlers, not masks: a library may start threads before main, which would take the signal with its
/// default. A signal that our parent has us ignore (nohup, a background job) stays ignored, and one who no longer reads what we
/// say (SIGPIPE) does not end a run. One at a time.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    bool happened() const { return source_.stop_requested(); }

private:
    std::stop_source source_;
    std::jthread waiter_;  // turns the handler's byte in a pipe into the stop, which no handler may request itself
};

}  // namespace coarsen::cli
