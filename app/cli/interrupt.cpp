// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.hpp"

#include "app/cli/commands.hpp"

#include <csignal>
#include <ctime>
#include <pthread.h>
#include <unistd.h>

namespace coarsen::cli {

namespace {
sigset_t watched() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    return signals;
}
}  // namespace

Interrupt::Interrupt() {
    const sigset_t signals = watched();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    waiter_ = std::jthread([this, signals](std::stop_token ended) {
        const timespec pause{0, 50'000'000};
        while (!ended.stop_requested()) {
            if (sigtimedwait(&signals, nullptr, &pause) < 0) continue;  // nothing came
            if (source_.stop_requested()) ::_exit(interrupted);
            source_.request_stop();
        }
    });
}

Interrupt::~Interrupt() {
    waiter_.request_stop();
    waiter_.join();
    const sigset_t signals = watched();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace coarsen::cli
