// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a Zarr array: its chunks, and shards that hold several of them.
#include "core/base/binary_numbers.hpp"
#include "core/base/files.hpp"
#include "core/volume/formats/formats.hpp"
#include "core/volume/formats/zarr_array.hpp"

#include <algorithm>
#include <optional>
#include <system_error>

namespace coarsen::volumes {

namespace {

namespace fs = std::filesystem;

/// The file of a chunk, or of a shard where the array has these.
fs::path fileAt(const ZarrArray& array, const std::vector<long long>& place) {
    std::string name = array.prefix;
    for (std::size_t axis = 0; axis < place.size(); ++axis)
        name += (axis > 0 ? array.separator : "") +
                std::to_string(array.shard.empty() ? place[axis] : place[axis] / array.shard[axis]);
    return array.folder / name;
}

bool isThere(const fs::path& file) {
    std::error_code unknown;
    const fs::file_status status = fs::status(file, unknown);
    return status.type() != fs::file_type::not_found;  // what is there and cannot be read is said by who reads it
}

/// Packed data may be a little longer than what they unpack to.
std::size_t longestPacked(const ZarrArray& array) {
    constexpr std::size_t more = 64 << 10;
    return array.chunkBytes() + array.chunkBytes() / 8 + more;
}

/// Takes off and compares the checksum behind bytes.
void checkSum(std::vector<std::byte>& bytes, const fs::path& file) {
    if (bytes.size() < sizeof(std::uint32_t)) throw damaged(file, "it is shorter than its checksum");
    const std::size_t count = bytes.size() - sizeof(std::uint32_t);
    const auto stated = BinaryNumbers(bytes, false).at<std::uint32_t>(count);
    bytes.resize(count);
    if (crc32c(bytes) != stated) throw damaged(file, "its checksum does not fit");
}

/// The bytes of one chunk within its shard; nothing where the shard holds none.
std::optional<std::vector<std::byte>> chunkOfShard(const ZarrArray& array, const std::vector<long long>& place,
                                                   const fs::path& file) {
    std::size_t chunks = 1, number = 0;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
        number = number * static_cast<std::size_t>(array.shard[axis]) + static_cast<std::size_t>(place[axis] % array.shard[axis]);
        chunks *= static_cast<std::size_t>(array.shard[axis]);
    }
    constexpr std::size_t entryBytes = 16;
    const FileReader reader(file);
    const std::size_t sum = array.hasIndexChecksum ? sizeof(std::uint32_t) : 0;
    if (chunks > reader.size() / entryBytes || chunks * entryBytes + sum > reader.size())
        throw damaged(file, "it ends before the index of its chunks");
    std::vector<std::byte> index(chunks * entryBytes + sum);
    if (reader.readAt(array.isIndexFirst ? 0 : reader.size() - index.size(), index) < index.size())
        throw damaged(file, "it ends before the index of its chunks");
    if (sum > 0) checkSum(index, file);
    const BinaryNumbers numbers(index, false);
    const auto offset = numbers.at<std::uint64_t>(number * entryBytes),
               bytes = numbers.at<std::uint64_t>(number * entryBytes + 8);
    constexpr std::uint64_t nowhere = ~std::uint64_t{0};
    if (offset == nowhere && bytes == nowhere) return std::nullopt;
    if (bytes > longestPacked(array) || offset > reader.size() || bytes > reader.size() - offset)
        throw damaged(file, "a chunk lies beyond its end");
    std::vector<std::byte> packed(static_cast<std::size_t>(bytes));
    if (reader.readAt(static_cast<std::size_t>(offset), packed) < packed.size())
        throw damaged(file, "a chunk lies beyond its end");
    return packed;
}

std::optional<std::vector<std::byte>> packedChunk(const ZarrArray& array, const std::vector<long long>& place,
                                                  const fs::path& file) {
    if (!isThere(file)) return std::nullopt;
    if (!array.shard.empty()) return chunkOfShard(array, place, file);
    FileReader reader(file);
    if (reader.size() > longestPacked(array)) throw damaged(file, "it is longer than a chunk of its array");
    return readWhole(reader);
}

}  // namespace

std::vector<std::byte> zarrChunk(const ZarrArray& array, const std::vector<long long>& place, const std::stop_token& stop) {
    const fs::path file = fileAt(array, place);
    auto packed = packedChunk(array, place, file);
    std::vector<std::byte> samples(array.chunkBytes());
    if (!packed) {
        for (std::size_t at = 0; at < samples.size(); at += array.fill.size())
            std::ranges::copy(array.fill, samples.begin() + static_cast<std::ptrdiff_t>(at));
        return samples;
    }
    if (array.hasChecksum) checkSum(*packed, file);
    unpackChunk(array.packing, *packed, samples, file, stop);
    return samples;
}

std::string missingChunks(const ZarrArray& array) {
    constexpr std::uintmax_t mostLookedFor = 512;
    std::uintmax_t files = 1;
    std::vector<long long> along;
    for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
        const long long perFile = array.shard.empty() ? 1 : array.shard[axis];
        along.push_back((array.chunksAlong(axis) + perFile - 1) / perFile);
        constexpr std::uintmax_t most = std::uintmax_t{1} << 62;
        const auto side = static_cast<std::uintmax_t>(along.back());
        files = files > most / side ? most : files * side;
    }
    const std::uintmax_t step = (files - 1) / mostLookedFor + 1, lookedFor = (files - 1) / step + 1;
    std::uintmax_t missing = 0;
    std::vector<long long> place(along.size());
    for (std::uintmax_t i = 0; i < files; i += step) {
        std::uintmax_t rest = i;
        for (std::size_t axis = along.size(); axis-- > 0;) {
            const auto side = static_cast<std::uintmax_t>(along[axis]);
            place[axis] = static_cast<long long>(rest % side) * (array.shard.empty() ? 1 : array.shard[axis]);
            rest /= side;
        }
        missing += !isThere(fileAt(array, place));
    }
    if (missing == 0) return {};
    return std::to_string(missing) + " of " +
           (step > 1 ? std::to_string(lookedFor) + " files of chunks that were looked for, of " : "") + std::to_string(files) +
           (step > 1 ? "," : " files of chunks") + (missing == 1 ? " is" : " are") +
           " not there, and their samples have the array's fill_value.";
}

}  // namespace coarsen::volumes
