// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/orientation.hpp"

#include <type_traits>
#include <utility>
#include <vector>

namespace coarsen {

Image upright(const Image& image, int orientation) {
    if (orientation < 2 || orientation > 8 || image.isEmpty()) return image;
    const bool swaps = swapsSides(orientation);
    const bool mirrorsX = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool mirrorsY = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const auto storedWidth = static_cast<std::size_t>(image.width());
    const auto storedHeight = static_cast<std::size_t>(image.height());
    const std::size_t width = swaps ? storedHeight : storedWidth;
    const std::size_t height = swaps ? storedWidth : storedHeight;

    return image.visit([&](auto firstPlane) {
        using Value = std::remove_const_t<typename decltype(firstPlane)::value_type>;
        std::vector<Value> turned;
        turned.reserve(width * height * static_cast<std::size_t>(image.channels()));
        for (int channel = 0; channel < image.channels(); ++channel) {
            const auto stored = image.plane<Value>(channel);
            for (std::size_t y = 0; y < height; ++y)
                for (std::size_t x = 0; x < width; ++x) {
                    const std::size_t column = swaps ? y : x, row = swaps ? x : y;
                    const std::size_t fromX = mirrorsX ? storedWidth - 1 - column : column;
                    const std::size_t fromY = mirrorsY ? storedHeight - 1 - row : row;
                    turned.push_back(stored[fromY * storedWidth + fromX]);
                }
        }
        return Image(static_cast<int>(width), static_cast<int>(height), std::move(turned), image.channels());
    });
}

}  // namespace coarsen
