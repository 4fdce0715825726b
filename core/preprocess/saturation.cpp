// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/saturation.hpp"

#include <algorithm>
#include <limits>

namespace coarsen {

Saturation saturation(const Frame& raw) {
    if (raw.image.isEmpty() || !raw.image.holdsWholeNumbers()) {
        const double none = std::numeric_limits<double>::quiet_NaN();
        return {none, none};
    }
    return raw.image.visit([&](auto pixels) -> Saturation {
        const int limit = (1 << raw.bitsPerSample) - 1;
        const auto black = std::ranges::count_if(pixels, [](auto value) { return value == 0; });
        const auto white = std::ranges::count_if(pixels, [limit](auto value) { return static_cast<int>(value) >= limit; });
        const auto all = static_cast<double>(pixels.size());
        return {static_cast<double>(black) / all, static_cast<double>(white) / all};
    });
}

}  // namespace coarsen
