// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace coarsen::window {

/// Counts what was begun. A question carries the mark of when it was asked; its answer is dropped once another time has begun.
///
/// Use:
///
///     Epoch openings;
///     const Epoch::Mark asked = openings.begin();
///     const bool isAnswerDropped = openings.isOver(asked);  // true once begin() was called again
class Epoch {
public:
    using Mark = std::uint64_t;

    Mark begin() { return ++now_; }
    Mark now() const { return now_; }
    bool isOver(Mark asked) const { return asked != now_; }

private:
    Mark now_ = 0;
};

}  // namespace coarsen::window
