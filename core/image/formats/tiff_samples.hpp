// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace coarsen::formats {

/// How a TIFF stores one sample. The numbers are those of the tag SampleFormat.
enum class SampleKind : std::uint16_t { unsignedInteger = 1, signedInteger = 2, floatingPoint = 3 };

struct SampleLayout {
    SampleKind kind = SampleKind::unsignedInteger;
    unsigned bits = 8;

    /// Type of an Image of the samples: u8 and u16 for whole numbers from 0 that fit, else f32. Nothing when we cannot read them.
    std::optional<PixelType> pixelType() const;
};

/// Reads `count` samples that stand one after the other as libtiff decodes them: whole bytes in the machine's order, other widths
/// packed from the high bits on. f32 takes the nearest float.
void unpackSamples(const std::byte* from, std::size_t count, SampleLayout layout, std::uint8_t* to);
void unpackSamples(const std::byte* from, std::size_t count, SampleLayout layout, std::uint16_t* to);
void unpackSamples(const std::byte* from, std::size_t count, SampleLayout layout, float* to);

}  // namespace coarsen::formats
