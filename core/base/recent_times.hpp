// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <vector>

namespace coarsen {

/// How long something took the last eight times. Its median forgets the first time, which also warms caches and loads kernels.
class RecentTimes {
public:
    using Clock = std::chrono::steady_clock;

    void addSince(Clock::time_point start) {
        milliseconds_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        if (milliseconds_.size() > remembered) milliseconds_.pop_front();
    }

    /// In milliseconds; 0 before the first time.
    double median() const {
        if (milliseconds_.empty()) return 0;
        std::vector<double> sorted(milliseconds_.begin(), milliseconds_.end());
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::nth_element(sorted.begin(), middle, sorted.end());
        return *middle;
    }

private:
    static constexpr std::size_t remembered = 8;
    std::deque<double> milliseconds_;
};

}  // namespace coarsen
