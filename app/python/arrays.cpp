// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"

#include "core/base/error.hpp"

#include <limits>
#include <string>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// Channels that alternate become planes.
template <typename T>
Image imageFrom(const Pixels& pixels, int width, int height, int channels) {
    const T* const from = static_cast<const T*>(pixels.data());
    std::vector<T> all(from, from + pixels.size());
    if (channels > 1) {
        const std::size_t plane = all.size() / static_cast<std::size_t>(channels);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i % static_cast<std::size_t>(channels) * plane + i / static_cast<std::size_t>(channels)] = from[i];
    }
    return Image(width, height, std::move(all), channels);
}

}  // namespace

MaskedImage imageOf(const Pixels& pixels, const std::optional<ValidPixels>& valid) {
    if (pixels.ndim() != 2 && pixels.ndim() != 3)
        throw InputError("image", "it has " + std::to_string(pixels.ndim()) + " axes", "give (y, x), or (y, x, channel)");
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (pixels.size() == 0 || pixels.size() > most)
        throw InputError("image", "it has " + std::to_string(pixels.size()) + " values", "give between 1 and 2147483647");
    const int height = static_cast<int>(pixels.shape(0)), width = static_cast<int>(pixels.shape(1));
    const int channels = pixels.ndim() == 3 ? static_cast<int>(pixels.shape(2)) : 1;
    MaskedImage answer;
    if (pixels.dtype() == nb::dtype<std::uint8_t>())
        answer.image = imageFrom<std::uint8_t>(pixels, width, height, channels);
    else if (pixels.dtype() == nb::dtype<std::uint16_t>())
        answer.image = imageFrom<std::uint16_t>(pixels, width, height, channels);
    else if (pixels.dtype() == nb::dtype<float>())
        answer.image = imageFrom<float>(pixels, width, height, channels);
    else
        throw InputError("image", "its values are neither uint8 nor uint16 nor float32", "cast it by astype");
    if (!valid) return answer;
    if (valid->shape(0) != pixels.shape(0) || valid->shape(1) != pixels.shape(1))
        throw InputError("mask", "its size is another than the image's", "give one value a pixel");
    answer.mask = Mask(width, height, {valid->data(), valid->data() + valid->size()});
    return answer;
}

Doubles arrayOf(std::vector<double> values, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<double>>(std::move(values));
    double* const data = kept->data();
    const nb::capsule owner(kept.release(), [](void* vector) noexcept { delete static_cast<std::vector<double>*>(vector); });
    return Doubles(data, shape, owner);
}

}  // namespace coarsen::python
