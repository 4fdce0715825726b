// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/prepared_picture.hpp"
#include "core/displace/shift.hpp"

#include <memory>
#include <stop_token>

namespace coarsen {

/// Compares pictures of one size. One thread.
class ShiftFinder {
public:
    ShiftFinder(int width, int height);
    ~ShiftFinder();
    ShiftFinder(ShiftFinder&&) noexcept;

    /// How far `moved` sits right of and below `here`. First the peak of their cross-correlation per pair of valid pixels, up to
    /// a third of the shorter side; then least squares on the pixels that are valid in both (Refinement). A picture without
    /// contrast, of another size or with nothing in common gives no shift (NaN). `turns`: the picture may be turned, too, by as
    /// little as leaves that peak in place (a degree or two). After a stop no shift either.
    FoundShift shiftBetween(const PreparedPicture& here, const PreparedPicture& moved, bool turns = false,
                            std::stop_token stop = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace coarsen
