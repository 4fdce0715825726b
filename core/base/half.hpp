// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace coarsen {

/// A floating-point number of 16 bits (IEEE 754 binary16), as files store it.
struct Half {
    std::uint16_t bits = 0;

    operator float() const {
        const int exponent = bits >> 10 & 31, fraction = bits & 1023;
        float size = 0;
        if (exponent == 31)
            size = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
        else
            size = std::ldexp(static_cast<float>(exponent ? fraction + 1024 : fraction), std::max(exponent, 1) - 25);
        return bits & 0x8000 ? -size : size;
    }
};

}  // namespace coarsen
