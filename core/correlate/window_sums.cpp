// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/window_sums.hpp"

#include <algorithm>

namespace coarsen {

WindowSums::WindowSums(int width, int height, const std::vector<double>& field)
    : width_(width), height_(height), table_(index(0, height + 1)) {
    const double* value = field.data();
    for (int y = 0; y < height; ++y) {
        double row = 0;
        for (int x = 0; x < width; ++x) {
            row += *value++;
            table_[index(x + 1, y + 1)] = table_[index(x + 1, y)] + row;
        }
    }
}

double WindowSums::overlap(int X0, int Y0) const {
    const int left = std::max(0, X0), right = std::min(width_, width_ + X0);
    const int top = std::max(0, Y0), bottom = std::min(height_, height_ + Y0);
    return table_[index(right, bottom)] - table_[index(left, bottom)] - table_[index(right, top)] + table_[index(left, top)];
}

}  // namespace coarsen
