// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/shift.hpp"
#include "core/correlate/correlate.hpp"
#include "core/preprocess/frame.hpp"

#include <memory>

namespace coarsen {

/// Compares pictures of one size, each prepared once. One thread.
class ShiftFinder {
public:
    ShiftFinder(int width, int height);
    ~ShiftFinder();
    ShiftFinder(ShiftFinder&&) noexcept;

    /// A picture centred and masked; its pixels stay shared.
    struct Prepared {
        MaskedImage image;  ///< of mean 0 and standard deviation 1 over its valid pixels; empty without contrast
    };
    Prepared prepared(const Frame& frame) const;

    /// How far `moved` sits right of and below `here`. First the peak of their cross-correlation per pair of valid pixels, up to
    /// a third of the shorter side; then least squares on the pixels that are valid in both, to about a hundredth of a pixel
    /// (Lucas & Kanade 1981). A picture without contrast or with nothing in common gives no shift (NaN). `turns`: the picture may
    /// be turned, too, by as little as leaves that peak in place (a degree or two).
    FoundShift shiftBetween(const Prepared& here, const Prepared& moved, bool turns = false);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace coarsen
