// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limited_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <sys/prctl.h>
#include <unistd.h>

/// The other side of a LimitedProcess, for the programs that it starts, which link nothing else of ours.
namespace coarsen::answering {

/// Waits until the limits hold; `parent` is the process number of who started us. False where that one has gone already.
inline bool begin(const char* parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != std::atol(parent)) return false;
    char nothing = 0;
    while (::read(LimitedProcess::limitsDescriptor, &nothing, 1) < 0 && errno == EINTR) {
    }
    ::prctl(PR_SET_DUMPABLE, 0);  // nobody wants its core
    return true;
}

/// Answers; ends the program where nobody listens.
inline void say(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(LimitedProcess::answerDescriptor, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) ::_exit(EXIT_FAILURE);
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
}

}  // namespace coarsen::answering
