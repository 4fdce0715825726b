// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/dust_limits.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace coarsen {

/// The least float that is not below the number: a float is below one just where it is below the other.
inline float leastFloatFrom(double number) {
    const auto nearest = static_cast<float>(number);
    return static_cast<double>(nearest) < number ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

/// The greatest float that is not above the number.
inline float greatestFloatTo(double number) {
    return -leastFloatFrom(-number);
}

/// Limits that exclude the same floats as those of GreyLimits, by float32 alone: a vector of them holds twice as many.
struct FloatLimits {
    explicit FloatLimits(const GreyLimits& limits) : low(leastFloatFrom(limits.low)), high(greatestFloatTo(limits.high)) {}
    float low, high;

    bool exclude(float value) const { return (value < low) | (value > high); }
};

/// Marks the excluded ones of a row's values: 1, else 0. The limits come as a copy, which no byte written could change.
template <typename Pixel>
void markExcluded(std::span<const Pixel> row, FloatLimits limits, std::uint8_t* isExcluded) {
    for (std::size_t i = 0; i < row.size(); ++i)
        isExcluded[i] = limits.exclude(static_cast<float>(row[i]));
}

}  // namespace coarsen
