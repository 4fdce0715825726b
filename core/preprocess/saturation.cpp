// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/saturation.hpp"

#include "core/image/bits_in_use.hpp"
#include "core/preprocess/sum_in_lanes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
        auto largest = pixels[0];
        for (const auto pixel : pixels)
            largest = std::max(largest, pixel);
        const int limit = whiteOf(raw.bitsPerSample, bitsInUse, static_cast<int>(largest));
        const auto* const values = pixels.data();
        const std::uint8_t* const isJudged = judged.data();
        const auto countOf = [&](auto isOne) {
            if (judged.empty())
                return sumOfWhole<std::uint32_t>(pixels.size(), [=](std::size_t i) { return std::uint32_t{isOne(values[i])}; });
            return sumOfWhole<std::uint32_t>(pixels.size(),
                                             [=](std::size_t i) { return std::uint32_t{isOne(values[i])} & isJudged[i]; });
        };
        const double all = judged.empty() ? static_cast<double>(pixels.size()) : countOf([](auto) { return true; });
        return {countOf([](auto pixel) { return pixel == 0; }) / all,
                countOf([limit](auto pixel) { return static_cast<int>(pixel) >= limit; }) / all};
    });
}

}  // namespace coarsen
