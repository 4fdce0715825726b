// SPDX-License-Identifier: GPL-3.0-or-later
// Where tests without a window wait; those of the window have tests/window/timeout.hpp.
#pragma once

#include <chrono>
#include <thread>

namespace coarsen::test {

/// Waits for what another thread or process does; false when that takes a minute.
template <typename Condition>
bool comesTrue(const Condition& condition) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

/// Lets time pass, where what is tested is that something does not happen, or where something that takes long is imitated.
inline void letPass(std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
}

}  // namespace coarsen::test
