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

/// A camera's picture: 8- or 16-bit whole numbers in device memory.
struct GreyPlane {
    const void* pixels;
    bool isWide;  ///< 16 bit
    int width, height;
};

}  // namespace coarsen::gpu
