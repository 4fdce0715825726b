// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/frame.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace coarsen {

Mask validAndUsers(const Frame& frame) {
    if (frame.userMask.isAllValid()) return frame.mask;
    if (frame.mask.isAllValid()) return frame.userMask;
    std::vector<std::uint8_t> valid(frame.image.planeSize());
    std::ranges::transform(frame.mask.pixels(), frame.userMask.pixels(), valid.begin(), std::logical_and());
    return {frame.image.width(), frame.image.height(), std::move(valid)};
}

Mask validAndKept(const Frame& frame) {
    const PixelRect& kept = frame.kept;
    const Mask whole = validAndUsers(frame);
    if (kept.isEmpty()) return whole;
    const int width = frame.image.width(), height = frame.image.height();
    std::vector<std::uint8_t> valid(frame.image.planeSize(), 0);
    const auto before = whole.pixels();
    for (int y = kept.y; y < std::min(kept.y + kept.height, height); ++y)
        for (int x = kept.x; x < std::min(kept.x + kept.width, width); ++x) {
            const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
            valid[i] = before.empty() || before[i];
        }
    return {width, height, std::move(valid)};
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
