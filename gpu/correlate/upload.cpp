// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/upload.hpp"

#include "core/correlate/plan_shape.hpp"

#include <algorithm>
#include <cstring>

namespace coarsen::gpu {

namespace {

constexpr std::size_t alignment = 256;

std::size_t aligned(std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
}

std::size_t sizeOf(PixelType type) {
    return type == PixelType::u8 ? 1 : type == PixelType::u16 ? 2 : 4;
}

}  // namespace

Upload::Upload(const PlanShape& shape, int frames)
    : shape_(shape), imagesPerFrame_(shape.isAutocorrelation ? 1 : 2), bytesPerPixel_(sizeOf(shape.type)) {
    const std::size_t images = static_cast<std::size_t>(frames) * imagesPerFrame_;
    const std::size_t planes = images * static_cast<std::size_t>(shape.channels);
    const std::size_t planeSize = static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
    pixelsAt_ = aligned(planes * sizeof(float2));
    masksAt_ = pixelsAt_ + aligned(planes * planeSize * bytesPerPixel_);
    here_ = PinnedBuffer<std::byte>(masksAt_ + images * planeSize);
    there_ = DeviceBuffer<std::byte>(here_.size());
}

void Upload::clear() {
    std::memset(here_.get(), 0, here_.size());
    isMasked_ = false;
}

void Upload::fill(std::span<const PlanePair> pairs) {
    isMasked_ = std::ranges::any_of(pairs, [&](const PlanePair& pair) {
        return !pair.a.mask.isAllValid() || (!shape_.isAutocorrelation && !pair.b.mask.isAllValid());
    });
    std::size_t image = 0;
    for (const PlanePair& pair : pairs) {
        fillPlane(pair.a, image++);
        if (!shape_.isAutocorrelation) fillPlane(pair.b, image++);
    }
}

void Upload::fillPlane(const Plane& plane, std::size_t image) {
    const std::size_t planeSize = plane.image.planeSize(), channels = static_cast<std::size_t>(shape_.channels);
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const double mean = meanOf(plane, static_cast<int>(channel));
        const auto high = static_cast<float>(mean);
        const float2 parts{high, static_cast<float>(mean - static_cast<double>(high))};
        std::memcpy(here_.get() + (image * channels + channel) * sizeof(float2), &parts, sizeof parts);
        plane.image.visit(
            [&](const auto& pixels) {
                std::memcpy(here_.get() + pixelsAt_ + (image * channels + channel) * planeSize * bytesPerPixel_, pixels.data(),
                            pixels.size_bytes());
            },
            static_cast<int>(channel));
    }
    if (!isMasked_) return;
    std::byte* const mask = here_.get() + masksAt_ + image * planeSize;
    if (plane.mask.isAllValid())
        std::memset(mask, 1, planeSize);
    else
        std::memcpy(mask, plane.mask.pixels().data(), planeSize);
}

void Upload::send(int frames, const Stream& stream) const {
    const std::size_t planeSize = static_cast<std::size_t>(shape_.width) * static_cast<std::size_t>(shape_.height);
    const std::size_t images = static_cast<std::size_t>(frames) * imagesPerFrame_;
    const std::size_t pixels = images * static_cast<std::size_t>(shape_.channels) * planeSize * bytesPerPixel_;
    const std::size_t bytes = isMasked_ ? masksAt_ + images * planeSize : pixelsAt_ + pixels;
    check(cudaMemcpyAsync(there_.get(), here_.get(), bytes, cudaMemcpyHostToDevice, stream.get()), "receive the images");
}

DevicePlanes Upload::planes() const {
    const auto format = shape_.type == PixelType::u8    ? PixelFormat::u8
                        : shape_.type == PixelType::u16 ? PixelFormat::u16
                                                        : PixelFormat::f32;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(there_.get());
    return {bytes + pixelsAt_, isMasked_ ? bytes + masksAt_ : nullptr, reinterpret_cast<const float2*>(bytes), format};
}

}  // namespace coarsen::gpu
