// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/chunk_packing.hpp"

#include "core/volume/formats/formats.hpp"

#include <algorithm>
#include <new>
#include <zlib.h>

namespace coarsen::volumes {

void unpackDeflate(std::span<const std::byte> packed, std::span<std::byte> to, const std::filesystem::path& file,
                   const std::stop_token& stop) {
    z_stream stream{};
    constexpr int largestWindow = 15, eitherFrame = 32;
    if (inflateInit2(&stream, largestWindow + eitherFrame) != Z_OK) throw std::bad_alloc();
    std::vector<std::byte> copy(packed.begin(), packed.end());  // zlib's pointer is not const
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    constexpr std::size_t atOnce = std::size_t{4} << 20;
    std::size_t begun = 0;
    int outcome = Z_OK;
    do {
        const std::size_t piece = std::min(atOnce, to.size() - begun);
        stream.next_out = reinterpret_cast<Bytef*>(to.data() + begun);
        stream.avail_out = static_cast<uInt>(piece);
        begun += piece;
        outcome = inflate(&stream, begun < to.size() ? Z_NO_FLUSH : Z_FINISH);
    } while (outcome == Z_OK && stream.avail_out == 0 && begun < to.size() && !stop.stop_requested());
    const bool isWhole = outcome == Z_STREAM_END && begun == to.size() && stream.avail_out == 0 && stream.avail_in == 0;
    inflateEnd(&stream);
    if (stop.stop_requested()) return;
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    if (!isWhole) throw damaged(file, "its packed data are broken");
}

void unpackChunk(ChunkPacking packing, std::span<const std::byte> packed, std::span<std::byte> to,
                 const std::filesystem::path& file, const std::stop_token& stop) {
    switch (packing) {
        case ChunkPacking::none:
            if (packed.size() < to.size()) throw endsEarly(file, packed.size(), to.size());
            if (packed.size() > to.size()) throw damaged(file, "it is longer than a chunk of its array");
            std::ranges::copy(packed, to.begin());
            return;
        case ChunkPacking::deflate:
            return unpackDeflate(packed, to, file, stop);
        case ChunkPacking::blosc:
            return unpackBlosc(packed, to, file);
        case ChunkPacking::zstd:
            return unpackZstd(packed, to, file);
    }
}

std::uint32_t crc32c(std::span<const std::byte> bytes) {
    constexpr std::uint32_t polynomial = 0x82F63B78;
    std::uint32_t sum = ~std::uint32_t{0};
    for (const std::byte byte : bytes) {
        sum ^= std::to_integer<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            sum = sum >> 1 ^ (sum & 1 ? polynomial : 0);
    }
    return ~sum;
}

}  // namespace coarsen::volumes
