// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

namespace coarsen::python {

/// Messages of a run to Python: called with the interpreter's lock held, in the thread that asked for the run.
using Telling = std::function<void()>;
/// Hands that over; returns at once.
using Tell = std::function<void(Telling)>;

/// Runs `work` without the interpreter's lock in a thread of its own, while this one hands on what is told and looks for Ctrl+C.
/// After either raises, `work` is stopped and waited for, and the exception goes on.
void runInterruptibly(const std::function<void(const Tell&, std::stop_token)>& work);

}  // namespace coarsen::python
