// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/saturation.hpp"

#include "core/image/bits_in_use.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace coarsen {

namespace {

/// Numbers of pixels at 0, from the limit on, and judged.
struct Counts {
    std::uint64_t black = 0, white = 0, all = 0;
};

/// Counts in one pass. A byte counts so many pixels as it can hold, so that the compiler makes vectors of as many as it can.
/// `isJudged(i)`: 0 or 1.
template <typename Pixel, typename IsJudged>
Counts countsOf(std::span<const Pixel> pixels, Pixel limit, IsJudged isJudged) {
    constexpr std::size_t some = 240;  // whole vectors, below 256
    Counts counts;
    for (std::size_t first = 0; first < pixels.size(); first += some) {
        const Pixel* const values = pixels.data() + first;
        const std::size_t count = std::min(some, pixels.size() - first);
        std::uint8_t black = 0, white = 0, all = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint8_t judged = isJudged(first + i);
            black = static_cast<std::uint8_t>(black + (values[i] == 0 ? judged : 0));
            white = static_cast<std::uint8_t>(white + (values[i] >= limit ? judged : 0));
            all = static_cast<std::uint8_t>(all + judged);
        }
        counts.black += black;
        counts.white += white;
        counts.all += all;
    }
    return counts;
}

}  // namespace

Saturation saturation(const Frame& raw, const Foreseen& foreseen, std::optional<int> bitsInUse) {
    if (raw.image.isEmpty() || !raw.image.holdsWholeNumbers()) {
        const double none = std::numeric_limits<double>::quiet_NaN();
        return {none, none};
    }
    const Mask mask = validAndKept(raw, foreseen);
    const std::uint8_t* const judged = mask.isAllValid() ? nullptr : mask.pixels().data();
    const int limit = whiteOf(raw.bitsPerSample, bitsInUse, bitsInUse ? largestOf(raw.image) : 0);
    return raw.image.visit([&]<typename Pixel>(std::span<const Pixel> pixels) -> Saturation {
        const auto white = static_cast<Pixel>(limit);
        const Counts counts = judged ? countsOf(pixels, white, [judged](std::size_t i) { return judged[i]; })
                                     : countsOf(pixels, white, [](std::size_t) { return std::uint8_t{1}; });
        const auto all = static_cast<double>(counts.all);
        const bool isBeyondType = static_cast<double>(limit) > static_cast<double>(std::numeric_limits<Pixel>::max());
        return {static_cast<double>(counts.black) / all, isBeyondType ? 0 : static_cast<double>(counts.white) / all};
    });
}

}  // namespace coarsen
