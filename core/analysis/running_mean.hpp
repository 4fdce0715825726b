// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/shift_finder.hpp"

#include <vector>

namespace coarsen {

/// The mean of the frames so far, each moved back by its shift, the last ones counting most: what a frame is compared with so
/// that neither noise nor errors add up. One thread.
class RunningMean {
public:
    void add(const PreparedPicture& picture, const FoundShift& shift);

    /// Valid where any frame was; empty before the first.
    PreparedPicture picture() const;

    /// Where it lies: nowhere else than the first frame, but found without a block of each picture it would lie elsewhere.
    const FoundShift& place() const { return place_; }

private:
    int width_ = 0, height_ = 0;
    std::vector<float> sum_, weight_;
    FoundShift place_;
    double count_ = 0;
};

}  // namespace coarsen
