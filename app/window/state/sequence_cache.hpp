// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/state/epoch.hpp"
#include "core/series/frame_order.hpp"

namespace coarsen::window {

/// Finds a series' sequence once for each of its states.
class SequenceCache {
public:
    const FrameSequence& of(const ImageSeries& series, Epoch::Mark state) {
        if (state_ != state || sequence_.frames.size() != series.frames.size()) {
            sequence_ = sequenceOf(series);
            state_ = state;
        }
        return sequence_;
    }

private:
    FrameSequence sequence_;
    Epoch::Mark state_ = 0;
};

}  // namespace coarsen::window
