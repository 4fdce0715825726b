// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/image.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

namespace coarsen {

namespace {
template <typename T>
std::shared_ptr<const T> shared([[maybe_unused]] int width, [[maybe_unused]] int height, [[maybe_unused]] int channels,
                                std::vector<T> pixels) {
    assert(width >= 0 && height >= 0 && channels >= 1);
    assert(pixels.size() ==
           static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(channels));
    auto owner = std::make_shared<const std::vector<T>>(std::move(pixels));
    const T* const first = owner->data();
    return {std::move(owner), first};
}
}  // namespace

Image::Image(int width, int height, std::vector<std::uint8_t> pixels, int channels)
    : width_(width), height_(height), channels_(channels), pixels_(shared(width, height, channels, std::move(pixels))) {}

Image::Image(int width, int height, std::vector<std::uint16_t> pixels, int channels)
    : width_(width), height_(height), channels_(channels), pixels_(shared(width, height, channels, std::move(pixels))) {}

Image::Image(int width, int height, std::vector<float> pixels, int channels)
    : width_(width), height_(height), channels_(channels), pixels_(shared(width, height, channels, std::move(pixels))) {}

std::size_t Image::bytes() const noexcept {
    constexpr std::size_t sampleBytes[] = {1, 2, 4};
    return planeSize() * static_cast<std::size_t>(channels_) * sampleBytes[pixels_.index()];
}

Image Image::asFloat() const {
    if (type() == PixelType::f32 || isEmpty()) return *this;
    std::vector<float> pixels(planeSize() * static_cast<std::size_t>(channels_));
    std::visit([&](const auto& first) { std::copy_n(first.get(), pixels.size(), pixels.begin()); }, pixels_);
    return Image(width_, height_, std::move(pixels), channels_);
}

double Image::at(int x, int y, int channel) const {
    assert(x >= 0 && x < width_ && y >= 0 && y < height_ && channel >= 0 && channel < channels_);
    const std::size_t index = static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    return visit([&](const auto& plane) { return static_cast<double>(plane[index]); }, channel);
}

bool Image::hasSamePixelsAs(const Image& other) const {
    if (width_ != other.width_ || height_ != other.height_ || channels_ != other.channels_ || type() != other.type())
        return false;
    return isEmpty() ||
           std::visit(
               [&](const auto& mine) {
                   const auto& its = std::get<std::remove_cvref_t<decltype(mine)>>(other.pixels_);
                   return std::equal(mine.get(), mine.get() + planeSize() * static_cast<std::size_t>(channels_), its.get());
               },
               pixels_);
}

Mask::Mask(int width, int height, std::vector<std::uint8_t> valid) : width_(width), height_(height) {
    assert(valid.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    valid_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(valid));
}

}  // namespace coarsen
