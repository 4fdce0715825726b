// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>

namespace coarsen::volumes {

/// Codecs that pack a chunk of an array by itself. `deflate` is zlib's frame or gzip's.
enum class ChunkPacking { none, deflate, blosc, zstd };

/// Unpacks a whole chunk, which fills `to`. `file` serves messages. Throws InputError where the packed bytes are damaged, or do
/// not give as many; or where Coarsen was built without the library. After a stop `to` is unfinished.
void unpackChunk(ChunkPacking packing, std::span<const std::byte> packed, std::span<std::byte> to,
                 const std::filesystem::path& file, const std::stop_token& stop = {});

/// Unpackers of one codec each; the last two are replaced by refusals where Coarsen is built without their library.
void unpackDeflate(std::span<const std::byte> packed, std::span<std::byte> to, const std::filesystem::path& file,
                   const std::stop_token& stop);
void unpackBlosc(std::span<const std::byte> packed, std::span<std::byte> to, const std::filesystem::path& file);
void unpackZstd(std::span<const std::byte> packed, std::span<std::byte> to, const std::filesystem::path& file);

/// The checksum CRC-32C (Castagnoli), as Zarr stores it behind bytes.
std::uint32_t crc32c(std::span<const std::byte> bytes);

}  // namespace coarsen::volumes
