// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>

namespace coarsen {

/// Square patches of a picture in rows and columns, all whole, the first in the top left corner.
struct PatchGrid {
    int width = 0, height = 0;  ///< of the picture
    int sizePx = 64, stepPx = 32;

    int columns() const { return (width - sizePx) / stepPx + 1; }
    int rows() const { return (height - sizePx) / stepPx + 1; }
    std::size_t count() const { return static_cast<std::size_t>(columns()) * static_cast<std::size_t>(rows()); }
    /// Coordinate of the patch's centre along either axis, px: pixel centres are whole numbers.
    double centre(int index) const { return index * stepPx + (sizePx - 1) / 2.0; }
};

/// How far content sits right and down.
struct Move {
    double x = std::numeric_limits<double>::quiet_NaN(), y = x;

    bool isKnown() const { return x == x; }
};

}  // namespace coarsen
