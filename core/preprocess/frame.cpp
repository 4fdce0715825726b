// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/frame.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace coarsen {

Frame planeOf(const Frame& frame, std::size_t plane) {
    Frame one = frame;
    one.image = frame.planes.images[plane];
    one.planes.images.clear();
    return one;
}

Mask validInBoth(const Mask& a, const Mask& b) {
    if (a.isAllValid() || a.sharesPixelsWith(b)) return b;
    if (b.isAllValid()) return a;
    std::vector<std::uint8_t> valid(a.pixels().size());
    std::ranges::transform(a.pixels(), b.pixels(), valid.begin(), std::logical_and());
    return {a.width(), a.height(), std::move(valid)};
}

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
