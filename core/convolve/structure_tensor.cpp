// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/structure_tensor.hpp"

#include "core/convolve/known_filters.hpp"

#include <utility>
#include <vector>

namespace coarsen {

StructureTensor structureTensor(const Image& image, const Mask& mask, double gradientPx, double meanPx, Convolvers& convolvers,
                                std::stop_token stop) {
    const Convolved across = convolvers(gradientFilter(gradientPx, Axis::x), {}, image, mask, stop);
    const Convolved down = convolvers(gradientFilter(gradientPx, Axis::y), {}, image, mask, stop);
    const auto gx = across.image.plane<float>(), gy = down.image.plane<float>();
    const Filter around = gaussianFilter(meanPx);
    const auto mean = [&](auto value) {
        std::vector<float> values(gx.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = value(gx[i], gy[i]);
        return convolvers(around, {}, Image(image.width(), image.height(), std::move(values)), across.mask, stop);
    };
    Convolved cosine = mean([](float x, float y) { return x * x - y * y; });
    Convolved sine = mean([](float x, float y) { return 2 * x * y; });
    Convolved energy = mean([](float x, float y) { return x * x + y * y; });
    return {std::move(cosine.image), std::move(sine.image), std::move(energy.image), std::move(energy.mask)};
}

}  // namespace coarsen
