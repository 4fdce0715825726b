// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_deflate.hpp"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>
#include <zlib.h>

namespace coarsen::formats {

bool isWholeDeflate(std::span<const std::byte> packed, std::span<const std::byte> decoded, bool isReversed) {
    std::vector<std::byte> upright;
    if (isReversed) {
        upright.assign(packed.begin(), packed.end());
        TIFFReverseBits(reinterpret_cast<std::uint8_t*>(upright.data()), static_cast<tmsize_t>(upright.size()));
        packed = upright;
    }
    constexpr std::size_t checksumBytes = 4;
    if (packed.size() < checksumBytes) return false;
    std::uint32_t stated = 0;
    for (const std::byte byte : packed.last(checksumBytes))
        stated = stated << 8 | std::to_integer<std::uint32_t>(byte);
    if (adler32_z(1, reinterpret_cast<const Bytef*>(decoded.data()), decoded.size()) == stated) return true;

    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return false;
    std::array<Bytef, 32768> scratch;
    int outcome = Z_OK;
    while (outcome == Z_OK) {
        if (stream.avail_in == 0) {  // zlib counts in 32 bits
            const auto taken = static_cast<std::size_t>(stream.total_in);
            const std::size_t next = std::min<std::size_t>(packed.size() - taken, 1U << 30);
            stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data() + taken));  // it only reads
            stream.avail_in = static_cast<uInt>(next);
        }
        stream.next_out = scratch.data();
        stream.avail_out = scratch.size();
        outcome = inflate(&stream, Z_NO_FLUSH);
    }
    inflateEnd(&stream);
    return outcome == Z_STREAM_END;
}

}  // namespace coarsen::formats
