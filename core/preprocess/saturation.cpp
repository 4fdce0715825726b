// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/saturation.hpp"

#include "core/image/bits_in_use.hpp"

#include <algorithm>
#include <limits>

namespace coarsen {

Saturation saturation(const Frame& raw, const Foreseen& foreseen, std::optional<int> bitsInUse) {
    if (raw.image.isEmpty() || !raw.image.holdsWholeNumbers()) {
        const double none = std::numeric_limits<double>::quiet_NaN();
        return {none, none};
    }
    const Mask mask = validAndKept(raw, foreseen);
    const auto judged = mask.pixels();
    return raw.image.visit([&](auto pixels) -> Saturation {
        const auto largest = static_cast<int>(*std::ranges::max_element(pixels));
        const int limit = whiteOf(raw.bitsPerSample, bitsInUse, largest);
        std::size_t black = 0, white = 0, all = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const std::size_t counted = judged.empty() || judged[i];
            all += counted;
            black += counted & (pixels[i] == 0);
            white += counted & (static_cast<int>(pixels[i]) >= limit);
        }
        const auto part = [all](std::size_t count) { return static_cast<double>(count) / static_cast<double>(all); };
        return {part(black), part(white)};
    });
}

}  // namespace coarsen
