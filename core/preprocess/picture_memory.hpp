// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace coarsen {

/// A picture on its way through the steps, by the memory it takes.
struct PictureMemory {
    int width = 0, height = 0, channels = 1;
    std::size_t sampleBytes = 1;  ///< of a pixel in one channel
    int planes = 0;               ///< of the file, beside it
    bool keepsPlanes = false;     ///< a step is still to come that looks at them
    bool isMasked = false;        ///< perhaps
    bool isJudgedInPart = false;  ///< a crop is still to come
    std::size_t keptBytes = 0;    ///< that steps keep from frame to frame

    std::size_t pixels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
    std::size_t bytes() const {
        return pixels() * (static_cast<std::size_t>(channels + planes) * sampleBytes + (isMasked ? 1 : 0));
    }
};

}  // namespace coarsen
