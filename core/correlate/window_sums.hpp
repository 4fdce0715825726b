// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace coarsen {

/// Sums of a field over the part of the rectangle that overlaps the rectangle moved by a lag: a table of sums, O(1) a lag.
/// The overlap's edges lie within maxLag of the rectangle's, so only those columns and rows of the table are kept.
/// Whole numbers are summed exactly.
template <typename T>
class WindowSums {
public:
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

    WindowSums(int width, int height, int maxLag, std::span<const T> field)
        : width_(width), height_(height), maxLag_(maxLag), table_(rowLength() * rowLength()) {
        std::vector<Sum> above(rowLength());  // sums of everything above and left of this row's kept columns
        for (int y = 0; y <= height; ++y) {
            if (y <= maxLag || y >= height - maxLag)
                std::copy(above.begin(), above.end(), table_.begin() + static_cast<std::ptrdiff_t>(index(0, y)));
            if (y < height)
                addRow(
                    field.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(width), static_cast<std::size_t>(width)),
                    above);
        }
    }

    /// Sum of field(x, y) over all (x, y) whose partner (x - X0, y - Y0) lies in the rectangle too.
    Sum overlap(int X0, int Y0) const {
        const int left = std::max(0, X0), right = std::min(width_, width_ + X0);
        const int top = std::max(0, Y0), bottom = std::min(height_, height_ + Y0);
        return table_[index(right, bottom)] - table_[index(left, bottom)] - table_[index(right, top)] + table_[index(left, top)];
    }

private:
    /// Kept places along a side: 0 to maxLag, then length - maxLag to length.
    int kept(int place, int length) const { return place <= maxLag_ ? place : place - (length - maxLag_) + maxLag_ + 1; }
    std::size_t rowLength() const { return static_cast<std::size_t>(2 * maxLag_ + 2); }
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(kept(y, height_)) * rowLength() + static_cast<std::size_t>(kept(x, width_));
    }

    void addRow(std::span<const T> row, std::vector<Sum>& above) const {
        Sum sum = 0;
        const int farSide = std::max(width_ - maxLag_, maxLag_ + 1);
        for (int x = 0; x < std::min(width_, maxLag_ + 1); ++x) {
            above[static_cast<std::size_t>(x)] += sum;
            sum += row[static_cast<std::size_t>(x)];
        }
        if (width_ > maxLag_ + 1)
            sum += total(row.subspan(static_cast<std::size_t>(maxLag_ + 1), static_cast<std::size_t>(farSide - maxLag_ - 1)));
        for (int x = farSide; x <= width_; ++x) {
            above[static_cast<std::size_t>(kept(x, width_))] += sum;
            if (x < width_) sum += row[static_cast<std::size_t>(x)];
        }
    }

    static Sum total(std::span<const T> values) {
        constexpr std::size_t lanes = 8;  // independent sums, which vector registers hold
        std::array<Sum, lanes> sums{};
        std::size_t i = 0;
        for (; i + lanes <= values.size(); i += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] += values[i + lane];
        Sum sum = 0;
        for (const Sum part : sums)
            sum += part;
        for (; i < values.size(); ++i)
            sum += values[i];
        return sum;
    }

    int width_, height_, maxLag_;
    std::vector<Sum> table_;
};

/// Pixels of a width x height rectangle that have a partner at this lag.
inline std::int64_t rectangleOverlap(int width, int height, int X0, int Y0) {
    return static_cast<std::int64_t>(width - (X0 < 0 ? -X0 : X0)) * (height - (Y0 < 0 ? -Y0 : Y0));
}

}  // namespace coarsen
