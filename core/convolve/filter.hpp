// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace coarsen {

/// The taps of a convolution filter, row by row, y downwards.
struct Filter {
    int width = 0, height = 0;
    std::vector<float> taps;

    float at(int x, int y) const {
        return taps[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
    double sum() const;
    double absoluteSum() const;
    bool hasNegativeTaps() const;
    Filter flipped() const;  ///< turned by 180 degrees
    Filter timesFactor(double factor) const;
    bool operator==(const Filter&) const = default;
};

/// Throws SettingError where there is no tap, their number is not width x height, or one is no finite number.
void requireUsable(const Filter& filter);

/// A filter of rank 1 as a column times a row.
struct SeparatedFilter {
    std::vector<float> column, row;
};

/// By its largest singular value; nothing where what a column times a row leaves over is more than 1e-6 of the taps, summed
/// without signs.
std::optional<SeparatedFilter> separated(const Filter& filter);

}  // namespace coarsen
