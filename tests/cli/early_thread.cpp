// SPDX-License-Identifier: GPL-3.0-or-later
// A library that starts a thread before main, as some builds of BLAS do; loaded before a program by LD_PRELOAD.
#include <thread>
#include <unistd.h>

namespace {
struct EarlyThread {
    EarlyThread() {
        std::thread([] {
            while (true)
                ::pause();
        }).detach();
    }
} earlyThread;
}  // namespace
