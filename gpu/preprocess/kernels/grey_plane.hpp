// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

constexpr std::size_t areaOf(int width, int height) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

struct Rectangle {
    int x, y, width, height;

    constexpr std::size_t area() const { return areaOf(width, height); }
};

/// The rectangle and what lies so far around it in a picture of that size.
constexpr Rectangle around(const Rectangle& inner, int reach, int width, int height) {
    const int x = inner.x > reach ? inner.x - reach : 0, right = inner.x + inner.width + reach;
    const int y = inner.y > reach ? inner.y - reach : 0, bottom = inner.y + inner.height + reach;
    return {x, y, (right < width ? right : width) - x, (bottom < height ? bottom : height) - y};
}

/// A camera's picture: 8- or 16-bit whole numbers in device memory.
struct GreyPlane {
    const void* pixels;
    bool isWide;  ///< 16 bit
    int width, height;
};

}  // namespace coarsen::gpu
