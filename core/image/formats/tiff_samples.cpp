// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_samples.hpp"

#include "core/base/half.hpp"

#include <bit>
#include <cstring>

namespace coarsen::formats {

namespace {

template <typename Stored, typename T>
void castSamples(const std::byte* from, std::size_t count, T* to) {
    for (std::size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, from + i * sizeof(Stored), sizeof(Stored));
        to[i] = static_cast<T>(value);
    }
}

template <typename T>
void unpackBits(const std::byte* from, std::size_t count, unsigned bits, T* to) {
    std::uint64_t waiting = 0;
    unsigned waitingBits = 0;
    const std::uint64_t largest = (std::uint64_t{1} << bits) - 1;
    for (std::size_t i = 0; i < count; ++i) {
        while (waitingBits < bits) {
            waiting = waiting << 8 | std::to_integer<std::uint64_t>(*from++);
            waitingBits += 8;
        }
        waitingBits -= bits;
        to[i] = static_cast<T>(waiting >> waitingBits & largest);
    }
}

/// Three bytes in the machine's order.
std::uint32_t triple(const std::byte* at) {
    const auto byte = [&](int i) {
        return std::to_integer<std::uint32_t>(at[std::endian::native == std::endian::little ? i : 2 - i]);
    };
    return byte(0) | byte(1) << 8 | byte(2) << 16;
}

void unpackFloats(const std::byte* from, std::size_t count, unsigned bits, float* to) {
    if (bits == 64) return castSamples<double>(from, count, to);
    if (bits == 32) return castSamples<float>(from, count, to);
    castSamples<Half>(from, count, to);
}

void unpackSigned(const std::byte* from, std::size_t count, unsigned bits, float* to) {
    if (bits == 8) return castSamples<std::int8_t>(from, count, to);
    if (bits == 16) return castSamples<std::int16_t>(from, count, to);
    if (bits == 32) return castSamples<std::int32_t>(from, count, to);
    castSamples<std::int64_t>(from, count, to);
}

}  // namespace

std::optional<PixelType> SampleLayout::pixelType() const {
    const bool isWide = bits == 32 || bits == 64;
    switch (kind) {
        case SampleKind::unsignedInteger:
            if (bits >= 1 && bits <= 8) return PixelType::u8;
            if (bits >= 9 && bits <= 16) return PixelType::u16;
            if ((bits >= 17 && bits <= 32) || bits == 64) return PixelType::f32;
            return std::nullopt;
        case SampleKind::signedInteger:
            return bits == 8 || bits == 16 || isWide ? std::optional(PixelType::f32) : std::nullopt;
        case SampleKind::floatingPoint:
            return bits == 16 || isWide ? std::optional(PixelType::f32) : std::nullopt;
    }
    return std::nullopt;
}

void unpackSamples(const std::byte* from, std::size_t count, SampleLayout layout, std::uint8_t* to) {
    if (layout.bits == 8)
        std::memcpy(to, from, count);
    else
        unpackBits(from, count, layout.bits, to);
}

void unpackSamples(const std::byte* from, std::size_t count, SampleLayout layout, std::uint16_t* to) {
    if (layout.bits == 16)
        std::memcpy(to, from, 2 * count);
    else
        unpackBits(from, count, layout.bits, to);
}

void unpackSamples(const std::byte* from, std::size_t count, SampleLayout layout, float* to) {
    if (layout.kind == SampleKind::floatingPoint) return unpackFloats(from, count, layout.bits, to);
    if (layout.kind == SampleKind::signedInteger) return unpackSigned(from, count, layout.bits, to);
    if (layout.bits == 64) return castSamples<std::uint64_t>(from, count, to);
    if (layout.bits == 32) return castSamples<std::uint32_t>(from, count, to);
    if (layout.bits != 24) return unpackBits(from, count, layout.bits, to);
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(triple(from + 3 * i));
}

}  // namespace coarsen::formats
