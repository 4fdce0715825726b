// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace coarsen {

inline Frame frameOf(Image image) {
    Frame frame;
    frame.image = std::move(image);
    return frame;
}

/// The frame with its mask: pixels x, y where `isMasked` says so are invalid.
inline Frame masked(Frame frame, const std::function<bool(int, int)>& isMasked) {
    std::vector<std::uint8_t> valid;
    for (int y = 0; y < frame.image.height(); ++y)
        for (int x = 0; x < frame.image.width(); ++x)
            valid.push_back(!isMasked(x, y));
    frame.mask = Mask(frame.image.width(), frame.image.height(), std::move(valid));
    return frame;
}

}  // namespace coarsen
