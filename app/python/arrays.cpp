// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"

#include "core/base/error.hpp"
#include "core/preprocess/pipeline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// The first of its values, which holds Python's array itself: nanobind's hold on it is not let go of while the interpreter ends.
template <typename T>
std::shared_ptr<const T> heldValues(const Pixels& pixels) {
    return {std::make_shared<const Held<nb::object>>(nb::cast(pixels)), static_cast<const T*>(pixels.data())};
}

/// Channels that alternate become planes.
template <typename T>
Image imageFrom(const Pixels& pixels, int width, int height, int channels, Keeping keeping) {
    if (channels == 1 && keeping == Keeping::array) return Image::over(width, height, heldValues<T>(pixels));
    const T* const from = static_cast<const T*>(pixels.data());
    std::vector<T> all(from, from + pixels.size());
    if (channels > 1) {
        const auto step = static_cast<std::size_t>(channels), plane = all.size() / step;
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i % step * plane + i / step] = from[i];
    }
    return Image(width, height, std::move(all), channels);
}

[[noreturn]] void refuseType() {
    throw InputError("image", "its values are neither uint8 nor uint16 nor float32", "cast it by astype");
}

void requireSize(const Pixels& pixels) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (pixels.size() == 0 || pixels.size() > most)
        throw InputError("image", "it has " + std::to_string(pixels.size()) + " values", "give between 1 and 2147483647");
}

template <typename T>
std::vector<float> floatsOf(const Pixels& pixels) {
    const T* const from = static_cast<const T*>(pixels.data());
    return {from, from + pixels.size()};
}

/// As many as the axes that the mask has are compared.
std::vector<std::uint8_t> validOf(const Pixels& pixels, const std::optional<Valid>& valid, std::size_t axes) {
    if (!valid) return {};
    bool isAlike = valid->ndim() == axes;
    for (std::size_t axis = 0; isAlike && axis < axes; ++axis)
        isAlike = valid->shape(axis) == pixels.shape(axis);
    if (!isAlike) throw InputError("mask", "its size is another than the image's", "give one value a pixel");
    return {valid->data(), valid->data() + valid->size()};
}

}  // namespace

MaskedImage imageOf(const Pixels& pixels, const std::optional<Valid>& valid, Keeping keeping) {
    if (pixels.ndim() != 2 && pixels.ndim() != 3)
        throw InputError("image", "it has " + std::to_string(pixels.ndim()) + " axes", "give (y, x), or (y, x, channel)");
    requireSize(pixels);
    const int height = static_cast<int>(pixels.shape(0)), width = static_cast<int>(pixels.shape(1));
    const int channels = pixels.ndim() == 3 ? static_cast<int>(pixels.shape(2)) : 1;
    MaskedImage answer;
    if (pixels.dtype() == nb::dtype<std::uint8_t>())
        answer.image = imageFrom<std::uint8_t>(pixels, width, height, channels, keeping);
    else if (pixels.dtype() == nb::dtype<std::uint16_t>())
        answer.image = imageFrom<std::uint16_t>(pixels, width, height, channels, keeping);
    else if (pixels.dtype() == nb::dtype<float>())
        answer.image = imageFrom<float>(pixels, width, height, channels, keeping);
    else
        refuseType();
    if (valid) answer.mask = Mask(width, height, validOf(pixels, valid, 2));
    return answer;
}

RawImage rawImageOf(const Pixels& pixels) {
    RawImage raw;
    raw.image = imageOf(pixels, std::nullopt).image;
    raw.bitsPerSample = raw.image.type() == PixelType::u8 ? 8 : raw.image.type() == PixelType::u16 ? 16 : 32;
    raw.isLinear = raw.image.type() == PixelType::f32;
    raw.format = "array";
    return raw;
}

Frame frameOf(const Pixels& pixels, const std::optional<Valid>& valid) {
    Frame frame = rawFrame(rawImageOf(pixels), 0, std::nan(""));
    if (valid) frame.mask = Mask(frame.image.width(), frame.image.height(), validOf(pixels, valid, 2));
    return frame;
}

Volume volumeOf(const Pixels& pixels, const std::optional<Valid>& valid, const Spacing& spacing, Keeping keeping) {
    if (pixels.ndim() != 3) throw InputError("volume", "it has " + std::to_string(pixels.ndim()) + " axes", "give (z, y, x)");
    requireSize(pixels);
    const VolumeSize size{static_cast<int>(pixels.shape(2)), static_cast<int>(pixels.shape(1)),
                          static_cast<int>(pixels.shape(0))};
    std::vector<std::uint8_t> mask = validOf(pixels, valid, 3);
    if (pixels.dtype() == nb::dtype<float>() && keeping == Keeping::array)
        return Volume::over(size, spacing, heldValues<float>(pixels), std::move(mask));
    if (pixels.dtype() == nb::dtype<float>()) return Volume(size, spacing, floatsOf<float>(pixels), std::move(mask));
    if (pixels.dtype() == nb::dtype<std::uint8_t>())
        return Volume(size, spacing, floatsOf<std::uint8_t>(pixels), std::move(mask));
    if (pixels.dtype() == nb::dtype<std::uint16_t>())
        return Volume(size, spacing, floatsOf<std::uint16_t>(pixels), std::move(mask));
    refuseType();
}

nb::ndarray<nb::numpy, nb::ro> viewOf(const Image& image) {
    auto kept = std::make_unique<Image>(image);
    const nb::capsule owner(kept.get(), [](void* held) noexcept { delete static_cast<Image*>(held); });
    static_cast<void>(kept.release());
    const auto height = static_cast<std::size_t>(image.height()), width = static_cast<std::size_t>(image.width());
    return image.visit([&]<typename T>(std::span<const T> values) {
        return nb::ndarray<nb::numpy, nb::ro>(values.data(), {height, width}, owner, {}, nb::dtype<T>());
    });
}

std::span<const std::byte> bytesOf(const Pixels& pixels) {
    return {static_cast<const std::byte*>(pixels.data()), pixels.nbytes()};
}

Doubles wholeMap(const CorrelationMap& map, const std::vector<double>& stored) {
    const auto side = static_cast<std::size_t>(2 * map.maxLag() + 1);
    std::vector<double> all(side * side);
    std::copy(stored.rbegin(), stored.rend(), all.begin());  // C(X0, Y0) = C(-X0, -Y0)
    std::copy(stored.begin(), stored.end(), all.end() - static_cast<std::ptrdiff_t>(stored.size()));
    return arrayOf(std::move(all), {side, side});
}

}  // namespace coarsen::python
