// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/frame.hpp"

#include <algorithm>

namespace coarsen {

double validFraction(const Frame& frame) {
    const auto valid = frame.mask.pixels();
    if (valid.empty()) return 1;
    return static_cast<double>(std::count(valid.begin(), valid.end(), 1)) / static_cast<double>(valid.size());
}

double validMean(const Frame& frame) {
    const auto valid = frame.mask.pixels();
    return frame.image.visit([&](auto pixels) {
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            if (!valid.empty() && !valid[i]) continue;
            sum += static_cast<double>(pixels[i]);
            ++count;
        }
        return sum / static_cast<double>(count);
    });
}

}  // namespace coarsen
