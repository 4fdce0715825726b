// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/chunk_packing.hpp"
#include "core/volume/volume_header.hpp"

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::volumes {

/// An array of Zarr (zarr-specs.readthedocs.io, versions 2 and 3) as its metadata describe it: chunks of one shape, each packed
/// by itself into a file whose name is its place.
struct ZarrArray {
    std::filesystem::path folder;
    std::vector<long long> shape, chunk;  ///< sides along the array's axes
    SampleType type = SampleType::u8;
    bool isBigEndian = false;
    ChunkPacking packing = ChunkPacking::none;
    bool hasChecksum = false;        ///< a CRC-32C stands behind the packed bytes
    std::vector<std::size_t> order;  ///< the axes of a chunk's samples, that which runs slowest first
    std::vector<std::byte> fill;     ///< one sample, of which a chunk consists that has no file
    std::string prefix, separator;   ///< of files' names: "c/0/3/1" of v3, "0.3.1" of v2
    std::vector<long long> shard;    ///< how many chunks a file holds along each axis; empty: one chunk is a file
    bool isIndexFirst = false;       ///< of a shard: where its chunks lie is said at its start, not its end
    bool hasIndexChecksum = false;

    std::size_t chunkBytes() const;
    /// How many chunks lie along an axis.
    long long chunksAlong(std::size_t axis) const { return (shape[axis] + chunk[axis] - 1) / chunk[axis]; }
};

/// Takes the metadata of an array apart: the text of .zarray (version 2) or of zarr.json (3). Throws InputError where it is
/// damaged, or says what Coarsen does not read.
ZarrArray zarrArrayOf(std::string_view json, int version, const std::filesystem::path& folder);

/// The array that the folder is. Throws InputError.
ZarrArray zarrArrayIn(const std::filesystem::path& folder);

/// The samples of a chunk, unpacked, in the order that the array says. Throws InputError where it is damaged.
/// Unfinished after a stop.
std::vector<std::byte> zarrChunk(const ZarrArray& array, const std::vector<long long>& place, const std::stop_token& stop = {});

/// Says how many of the array's chunks have no file, as far as they were looked for; empty where none is missing.
std::string missingChunks(const ZarrArray& array);

}  // namespace coarsen::volumes
