// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace coarsen {

enum class PixelType { u8, u16, f32 };

/// An immutable picture with shared pixels: copying an Image copies a pointer.
/// Pixels are stored row by row, y downwards, one whole plane after the other when there are several channels.
/// u8 and u16 hold the camera's whole numbers; a step that changes values makes f32.
///
/// Use:
///
///     const Image image(640, 480, std::vector<std::uint8_t>(640 * 480));
///     const double corner = image.at(0, 0);
///     const std::size_t count = image.visit([](const auto& pixels) { return pixels.size(); });  // in the image's own type
class Image {
public:
    Image() = default;

    /// Takes the pixels over. `pixels.size()` must be width * height * channels.
    Image(int width, int height, std::vector<std::uint8_t> pixels, int channels = 1);
    Image(int width, int height, std::vector<std::uint16_t> pixels, int channels = 1);
    Image(int width, int height, std::vector<float> pixels, int channels = 1);

    /// A picture of pixels that somebody else has: `pixels` is the first of width * height * channels, which stay as they are as
    /// long as it is held.
    template <typename T>
    static Image over(int width, int height, std::shared_ptr<const T> pixels, int channels = 1) {
        Image image;
        image.width_ = width;
        image.height_ = height;
        image.channels_ = channels;
        image.pixels_ = std::move(pixels);
        return image;
    }

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    int channels() const noexcept { return channels_; }
    bool isEmpty() const noexcept { return width_ == 0 || height_ == 0; }
    PixelType type() const noexcept { return static_cast<PixelType>(pixels_.index()); }
    bool holdsWholeNumbers() const noexcept { return type() != PixelType::f32; }
    std::size_t planeSize() const noexcept { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
    std::size_t bytes() const noexcept;

    /// One channel's plane in the image's own type; T must match type().
    template <typename T>
    std::span<const T> plane(int channel = 0) const {
        return {std::get<std::shared_ptr<const T>>(pixels_).get() + static_cast<std::size_t>(channel) * planeSize(), planeSize()};
    }

    /// Calls `visitor(std::span<const T>)` with the channel's plane, whatever its type.
    template <typename Visitor>
    decltype(auto) visit(Visitor&& visitor, int channel = 0) const {
        return std::visit(
            [&](const auto& shared) -> decltype(auto) {
                return visitor(std::span(shared.get() + static_cast<std::size_t>(channel) * planeSize(), planeSize()));
            },
            pixels_);
    }

    /// The same picture as float32; shares the pixels when it already is.
    Image asFloat() const;

    /// One pixel's value; for readouts and tests, not for loops.
    double at(int x, int y, int channel = 0) const;

    /// True where two images are the same in size, type and every pixel.
    bool hasSamePixelsAs(const Image& other) const;

    /// True where two images share the very same pixels (identity, not equality).
    bool sharesPixelsWith(const Image& other) const noexcept { return pixels_ == other.pixels_; }

private:
    int width_ = 0, height_ = 0, channels_ = 1;
    /// The first of them.
    std::variant<std::shared_ptr<const std::uint8_t>, std::shared_ptr<const std::uint16_t>, std::shared_ptr<const float>> pixels_;
};

/// Choice of valid pixels. An immutable plane of 0 and 1 with shared pixels; the empty Mask means that all are valid.
///
/// Use, given `const Image& image, int x, int y`:
///
///     const Mask mask(image.width(), image.height(), std::vector<std::uint8_t>(image.planeSize(), 1));
///     const bool isMeasured = mask.isValid(x, y) && Mask{}.isValid(x, y);  // without a mask all pixels are
class Mask {
public:
    Mask() = default;
    Mask(int width, int height, std::vector<std::uint8_t> valid);  ///< `valid`: 1 = valid, 0 = not measured

    bool isAllValid() const noexcept { return !valid_; }  ///< nothing is masked because there is no mask
    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    bool isValid(int x, int y) const {
        return !valid_ || (*valid_)[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
    }
    std::span<const std::uint8_t> pixels() const {
        return valid_ ? std::span<const std::uint8_t>(*valid_) : std::span<const std::uint8_t>{};
    }
    bool sharesPixelsWith(const Mask& other) const noexcept { return valid_ == other.valid_; }

private:
    int width_ = 0, height_ = 0;
    std::shared_ptr<const std::vector<std::uint8_t>> valid_;
};

}  // namespace coarsen
