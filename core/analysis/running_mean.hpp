// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/shift.hpp"

#include <vector>

namespace coarsen {

/// The mean of the frames so far, each moved back by its shift, the last ones counting most: what a frame is compared with so
/// that neither noise nor errors add up. One thread.
class RunningMean {
public:
    void add(const ShiftFinder::Prepared& picture, const Shift& shift);

    /// Valid where any frame was; empty before the first.
    ShiftFinder::Prepared picture() const;

private:
    int width_ = 0, height_ = 0;
    std::vector<float> sum_, weight_;
};

}  // namespace coarsen
