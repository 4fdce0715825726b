// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace coarsen {

/// Keeps something that takes long, again and again, to a tenth of the time: it is due after a pause of nine times as long as it
/// took last.
class TenthOfTime {
public:
    using Clock = std::chrono::steady_clock;

    bool isDue(Clock::time_point now) const { return now >= due_; }
    void took(Clock::time_point from, Clock::time_point to) { due_ = to + 9 * (to - from); }

private:
    Clock::time_point due_ = Clock::time_point::min();
};

}  // namespace coarsen
