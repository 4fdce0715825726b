// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace coarsen::cli {

/// Turns Ctrl+C and SIGTERM into a stop: the frame in work is finished and what there is gets written. A second one ends the
/// program at once. Make it before any other thread, so that all of them leave the signals to it.
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
    std::jthread waiter_;
};

}  // namespace coarsen::cli
