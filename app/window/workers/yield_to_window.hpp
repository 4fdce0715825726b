// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace coarsen::window {

/// Lowers the priority of the calling thread and of the threads it makes, so that the window's thread runs whenever it has
/// something to do.
inline void yieldToWindow() {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 5);
}

}  // namespace coarsen::window
