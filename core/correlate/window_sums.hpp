// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace coarsen {

/// Sums of a field over the part of the rectangle that overlaps the rectangle moved by a lag: a table of sums, O(1) a lag.
class WindowSums {
public:
    WindowSums(int width, int height, const std::vector<double>& field);

    /// Sum of field(x, y) over all (x, y) whose partner (x - X0, y - Y0) lies in the rectangle too.
    double overlap(int X0, int Y0) const;
    double total() const { return overlap(0, 0); }

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ + 1) + static_cast<std::size_t>(x);
    }
    int width_, height_;
    std::vector<double> table_;  ///< (width + 1) x (height + 1): sums of everything left of and above
};

/// Pixels of a width x height rectangle that have a partner at this lag.
inline double rectangleOverlap(int width, int height, int X0, int Y0) {
    return static_cast<double>(width - (X0 < 0 ? -X0 : X0)) * static_cast<double>(height - (Y0 < 0 ? -Y0 : Y0));
}

}  // namespace coarsen
