// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/write_nifti.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <zlib.h>

namespace coarsen {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

constexpr std::size_t niftiVoxelsAt = 352;  // the header of 348 bytes, and 4 that say that nothing stands between

/// The header, with room behind it.
std::vector<std::byte> niftiHeaderBytes(const std::filesystem::path& file, const VolumeSize& size, const Spacing& spacing,
                                        int vectors, std::string_view description, const Placement& placement) {
    constexpr int longestSide = std::numeric_limits<std::int16_t>::max();
    if (size.width > longestSide || size.height > longestSide || size.depth > longestSide)
        throw SettingError(displayName(file), "a side of the volume is longer than 32767 voxels, which NIfTI-1 cannot say",
                           "crop it");
    std::vector<std::byte> bytes(niftiVoxelsAt);
    const auto put = [&](std::size_t at, auto number) { std::memcpy(bytes.data() + at, &number, sizeof number); };
    const auto put16 = [&](std::size_t at, int number) { put(at, static_cast<std::int16_t>(number)); };
    const auto putFloat = [&](std::size_t at, double number) { put(at, static_cast<float>(number)); };

    put(0, std::int32_t{348});
    const bool isField = vectors > 1;
    const int sides[] = {isField ? 5 : 3, size.width, size.height, size.depth, 1, vectors, 1, 1};
    const double steps[] = {1, spacing.x, spacing.y, spacing.z, 1, 1, 1, 1};
    for (std::size_t i = 0; i < 8; ++i) {
        put16(40 + 2 * i, sides[i]);
        putFloat(76 + 4 * i, steps[i]);
    }
    constexpr int vectorIntent = 1007, floats = 16, bits = 32, micrometres = 3, aligned = 2;
    if (isField) put16(68, vectorIntent);
    put16(70, floats);
    put16(72, bits);
    putFloat(108, niftiVoxelsAt);
    putFloat(112, 1);
    bytes[123] = static_cast<std::byte>(spacing.isInUm ? micrometres : 0);
    constexpr std::size_t longestDescription = 79;
    description.copy(reinterpret_cast<char*>(bytes.data()) + 148, longestDescription);
    put16(254, aligned);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            putFloat(280 + 16 * i + 4 * axis, placement.axes[axis][i] * steps[axis + 1]);
        putFloat(280 + 16 * i + 12, placement.origin[i]);
    }
    std::memcpy(bytes.data() + 344, "n+1", 4);
    return bytes;
}

/// Unfinished after a stop.
std::vector<std::byte> gzipOf(const std::vector<std::byte>& bytes, const std::stop_token& stop) {
    z_stream stream{};
    constexpr int gzipFrame = 16 + 15, usualMemory = 8;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipFrame, usualMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    constexpr std::size_t longestPiece = std::size_t{1} << 30;  // zlib counts in 32 bits
    std::vector<std::byte> packed;
    std::vector<std::byte> room(std::size_t{1} << 20);
    std::size_t taken = 0;
    int outcome = Z_OK;
    while (outcome != Z_STREAM_END && !stop.stop_requested()) {
        if (stream.avail_in == 0) {
            const std::size_t piece = std::min(longestPiece, bytes.size() - taken);
            stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data() + taken));  // it only reads
            stream.avail_in = static_cast<uInt>(piece);
            taken += piece;
        }
        stream.next_out = reinterpret_cast<Bytef*>(room.data());
        stream.avail_out = static_cast<uInt>(room.size());
        outcome = deflate(&stream, taken == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
        packed.insert(packed.end(), room.begin(), room.end() - static_cast<std::ptrdiff_t>(stream.avail_out));
    }
    deflateEnd(&stream);
    return packed;
}

bool writeBytes(const std::filesystem::path& file, const std::vector<std::byte>& bytes, const std::stop_token& stop) {
    const bool isPacked = file.extension() == ".gz";
    const std::vector<std::byte> packed = isPacked ? gzipOf(bytes, stop) : std::vector<std::byte>();
    if (stop.stop_requested()) return false;
    writeWhole(file, isPacked ? packed : bytes);
    return true;
}

void append(std::vector<std::byte>& bytes, std::span<const float> values) {
    const auto added = std::as_bytes(values);
    bytes.insert(bytes.end(), added.begin(), added.end());
}

}  // namespace

bool writeNifti(const std::filesystem::path& file, const Volume& volume, std::string_view description,
                const std::stop_token& stop, const std::optional<Placement>& placement) {
    std::vector<std::byte> bytes =
        niftiHeaderBytes(file, volume.size(), volume.spacing(), 1, description, placement.value_or(Placement{}));
    bytes.reserve(bytes.size() + volume.values().size_bytes());
    append(bytes, volume.values());
    const std::span<const std::uint8_t> valid = volume.valid();
    for (std::size_t i = 0; i < valid.size(); ++i) {
        if (valid[i] != 0) continue;
        constexpr float none = std::numeric_limits<float>::quiet_NaN();
        std::memcpy(bytes.data() + niftiVoxelsAt + i * sizeof none, &none, sizeof none);
    }
    return writeBytes(file, bytes, stop);
}

void writeNiftiMask(const std::filesystem::path& mask, const Volume& volume, const std::optional<Placement>& placement) {
    std::error_code failed;  // there was none
    if (volume.isAllValid()) {
        std::filesystem::remove(mask, failed);
        return;
    }
    std::vector<float> isValid(volume.valid().begin(), volume.valid().end());
    const Volume written(volume.size(), volume.spacing(), std::move(isValid));
    writeNifti(mask, written, "1 where voxels are valid, else 0", {}, placement);
}

std::filesystem::path niftiMaskOf(const std::filesystem::path& file) {
    std::filesystem::path stem = file.filename();
    std::string ending;
    while (stem.extension() == ".gz" || stem.extension() == ".nii") {
        ending = stem.extension().string() + ending;
        stem = stem.stem();
    }
    return file.parent_path() / (stem.string() + "_mask" + ending);
}

bool writeNiftiVectors(const std::filesystem::path& file, const VolumeSize& size, const Spacing& spacing,
                       const std::array<std::span<const float>, 3>& components, std::string_view description,
                       const std::stop_token& stop, const std::optional<Placement>& placement) {
    std::vector<std::byte> bytes = niftiHeaderBytes(file, size, spacing, 3, description, placement.value_or(Placement{}));
    bytes.reserve(bytes.size() + 3 * components[0].size_bytes());
    for (const std::span<const float> component : components) {
        if (component.size() != size.voxels()) throw std::invalid_argument("writeNiftiVectors: as many vectors as voxels");
        append(bytes, component);
    }
    return writeBytes(file, bytes, stop);
}

}  // namespace coarsen
