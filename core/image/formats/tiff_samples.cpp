// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

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

/// IEEE 754 binary16.
float half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float size = 0;
    if (exponent == 31)
        size = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    else
        size = std::ldexp(static_cast<float>(exponent ? fraction + 1024 : fraction), std::max(exponent, 1) - 25);
    return bits & 0x8000 ? -size : size;
}

void unpackFloats(const std::byte* from, std::size_t count, unsigned bits, float* to) {
    if (bits == 64) return castSamples<double>(from, count, to);
    if (bits == 32) return castSamples<float>(from, count, to);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t stored;
        std::memcpy(&stored, from + 2 * i, 2);
        to[i] = half(stored);
    }
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
