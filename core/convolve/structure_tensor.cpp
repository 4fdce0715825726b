// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/structure_tensor.hpp"

#include "core/convolve/known_filters.hpp"
#include "core/image/grown_mask.hpp"

#include <span>
#include <utility>
#include <vector>

namespace coarsen {

PictureGradient pictureGradient(const Image& image, const Mask& mask, double sigmaPx, Convolvers& convolvers,
                                std::stop_token stop) {
    Convolved across = convolvers(gradientFilter(sigmaPx, Axis::x), {}, image, mask, stop);
    Convolved down = convolvers(gradientFilter(sigmaPx, Axis::y), {}, image, mask, stop);
    return {std::move(across.image), std::move(down.image), std::move(across.mask)};
}

StructureTensor structureTensor(const Image& image, const Mask& mask, double gradientPx, double meanPx, Convolvers& convolvers,
                                std::stop_token stop) {
    const PictureGradient gradient = pictureGradient(image, {}, gradientPx, convolvers, stop);
    const auto gx = gradient.x.plane<float>(), gy = gradient.y.plane<float>();
    const int width = image.width(), height = image.height(), rim = sideOfGaussian(gradientPx) / 2;
    const Mask counting = grownMask(mask, rim);
    const auto counts = counting.pixels();
    const Filter around = gaussianFilter(meanPx);
    const auto mean = [&](auto value) {
        std::vector<float> values(gx.size(), 0.0F);
        for (int y = rim; y < height - rim; ++y) {
            const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
            for (std::size_t i = row + static_cast<std::size_t>(rim);
                 i + static_cast<std::size_t>(rim) < row + static_cast<std::size_t>(width); ++i)
                values[i] = counts.empty() || counts[i] ? value(gx[i], gy[i]) : 0.0F;
        }
        return convolvers(around, {.border = Border::constant}, Image(width, height, std::move(values)), {}, stop).image;
    };
    Image cosine = mean([](float x, float y) { return x * x - y * y; });
    Image sine = mean([](float x, float y) { return 2 * x * y; });
    Image energy = mean([](float x, float y) { return x * x + y * y; });
    return {std::move(cosine), std::move(sine), std::move(energy)};
}

}  // namespace coarsen
