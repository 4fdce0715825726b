// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/preprocess/kernels/grey_plane.hpp"

#include <vector>

namespace coarsen::gpu {

/// Every `step`-th pixel of the picture, by its place in it, that lies within the rectangle.
inline std::vector<int> samplePlaces(int width, int height, const Rectangle& within, std::size_t step) {
    std::vector<int> places;
    for (std::size_t i = 0; i < areaOf(width, height); i += step) {
        const int x = static_cast<int>(i) % width - within.x, y = static_cast<int>(i) / width - within.y;
        if (x >= 0 && x < within.width && y >= 0 && y < within.height) places.push_back(static_cast<int>(i));
    }
    return places;
}

}  // namespace coarsen::gpu
