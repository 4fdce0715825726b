// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Textures that free themselves, for the papers' kernels that read their input from one.

#include "gpu/device/buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace coarsen::gpu {

/// A texture of what a resource of CUDA's holds, which has to live longer.
class Texture {
public:
    explicit Texture(const cudaResourceDesc& resource) {
        cudaTextureDesc description{};
        description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
        check(cudaCreateTextureObject(&texture_, &resource, &description, nullptr), "read memory as a texture");
    }
    Texture(Texture&& other) noexcept : texture_(std::exchange(other.texture_, 0)) {}
    Texture& operator=(Texture&&) = delete;
    ~Texture() {
        if (texture_ != 0) cudaDestroyTextureObject(texture_);  // its status tells nothing that the next call would not
    }
    cudaTextureObject_t get() const noexcept { return texture_; }

private:
    cudaTextureObject_t texture_ = 0;
};

/// A texture of float32 numbers one after the other, each read by its place, alone or as fours.
inline Texture textureOf(const DeviceBuffer<float>& numbers, bool asFours = false) {
    constexpr int bits = 32;
    const int more = asFours ? bits : 0;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = numbers.get();
    resource.res.linear.desc = cudaCreateChannelDesc(bits, more, more, more, cudaChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = numbers.bytes();
    return Texture(resource);
}

/// An 8-bit image in the device's layout for textures, read by column and row; beyond its edges they go on.
class TextureImage {
public:
    TextureImage(int width, int height) : width_(width), height_(height), memory_(memoryOf(width, height)), texture_(view()) {}

    cudaTextureObject_t get() const noexcept { return texture_.get(); }

    /// Queues the image's way to the device.
    void receive(const std::uint8_t* pixels, const Stream& stream) const {
        const auto width = static_cast<std::size_t>(width_);
        check(cudaMemcpy2DToArrayAsync(memory_.get(), 0, 0, pixels, width, width, static_cast<std::size_t>(height_),
                                       cudaMemcpyHostToDevice, stream.get()),
              "receive the image");
    }

private:
    using Memory = std::unique_ptr<cudaArray, Release<cudaFreeArray>>;

    static Memory memoryOf(int width, int height) {
        const cudaChannelFormatDesc bytes = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
        cudaArray_t memory = nullptr;
        check(cudaMallocArray(&memory, &bytes, static_cast<std::size_t>(width), static_cast<std::size_t>(height)),
              "keep an image as a texture");
        return Memory(memory);
    }
    Texture view() const {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = memory_.get();
        return Texture(resource);
    }

    int width_, height_;
    Memory memory_;
    Texture texture_;
};

}  // namespace coarsen::gpu
