// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace coarsen::gpu {

struct Rectangle {
    int x, y, width, height;
};

/// A camera's picture: 8- or 16-bit whole numbers in device memory.
struct GreyPlane {
    const void* pixels;
    bool isWide;  ///< 16 bit
    int width, height;
};

}  // namespace coarsen::gpu
