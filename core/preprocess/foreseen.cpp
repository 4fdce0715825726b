// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/foreseen.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace coarsen {

Mask validAndUsers(const Frame& frame, const Foreseen& foreseen) {
    return validInBoth(frame.mask, foreseen.userMask);
}

Mask validAndKept(const Frame& frame, const Foreseen& foreseen) {
    const PixelRect& kept = foreseen.kept;
    const Mask whole = validAndUsers(frame, foreseen);
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

}  // namespace coarsen
