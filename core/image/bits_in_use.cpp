// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/bits_in_use.hpp"

#include <algorithm>
#include <array>

namespace coarsen {

int largestOf(const Image& image) {
    return image.visit([](auto pixels) {
        auto largest = pixels[0];
        for (const auto pixel : pixels)
            largest = std::max(largest, pixel);
        return static_cast<int>(largest);
    });
}

int whiteOf(int storedBits, std::optional<int> inUse, int largest) {
    const int stored = (1 << storedBits) - 1;
    if (!inUse || *inUse < 1 || *inUse >= storedBits) return stored;
    const int white = (1 << *inUse) - 1, step = 1 << (storedBits - *inUse);
    if (largest <= white) return white;
    return largest % step == 0 ? white * step : stored;
}

std::optional<ShownBits> shownBits(const Image& image, int storedBits) {
    constexpr int stored = 16;
    constexpr double leastShare = 0.001;
    if (storedBits != stored || image.isEmpty() || !image.holdsWholeNumbers()) return std::nullopt;
    const int largest = largestOf(image);
    return image.visit([largest](auto pixels) -> std::optional<ShownBits> {
        for (const int bits : std::array{10, 12, 14}) {
            const int white = (1 << bits) - 1;
            if (largest != white && largest != white << (stored - bits)) continue;
            const auto count = std::ranges::count_if(pixels, [&](auto pixel) { return static_cast<int>(pixel) == largest; });
            const double share = static_cast<double>(count) / static_cast<double>(pixels.size());
            if (share >= leastShare) return ShownBits{bits, largest, share};
        }
        return std::nullopt;
    });
}

}  // namespace coarsen
