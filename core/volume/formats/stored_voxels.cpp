// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/stored_voxels.hpp"

#include "core/base/files.hpp"
#include "core/base/half.hpp"
#include "core/base/memory.hpp"
#include "core/volume/formats/packed_parts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace coarsen::volumes {

namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 20;

template <typename T, bool isTurned>
T sampleAt(const std::byte* at) {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), at, sizeof(T));
    if constexpr (isTurned) std::ranges::reverse(bytes);
    return std::bit_cast<T>(bytes);
}

/// Every `stride`-th sample. What is the same for all of them is decided before the loop.
template <typename T, bool isTurned>
void valuesInOrder(const std::byte* at, std::size_t stride, const StoredVoxels& voxels, std::span<float> to) {
    const std::size_t step = stride * sizeof(T);
    const bool isScaled = voxels.slope != 1 || voxels.intercept != 0;
    if (voxels.blank)
        for (std::size_t i = 0; i < to.size(); ++i) {
            const auto sample = static_cast<double>(sampleAt<T, isTurned>(at + i * step));
            to[i] = sample == *voxels.blank ? std::numeric_limits<float>::quiet_NaN()
                                            : static_cast<float>(sample * voxels.slope + voxels.intercept);
        }
    else if (isScaled)
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] =
                static_cast<float>(static_cast<double>(sampleAt<T, isTurned>(at + i * step)) * voxels.slope + voxels.intercept);
    else
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = static_cast<float>(sampleAt<T, isTurned>(at + i * step));
}

template <typename T>
void valuesOf(const std::byte* from, std::size_t stride, const StoredVoxels& voxels, std::span<float> to) {
    const std::byte* const first = from + static_cast<std::size_t>(voxels.picked) * sizeof(T);
    if (voxels.isBigEndian == (std::endian::native == std::endian::big))
        valuesInOrder<T, false>(first, stride, voxels, to);
    else
        valuesInOrder<T, true>(first, stride, voxels, to);
}

/// The bytes of one volume, all its channels that stand side by side.
std::uintmax_t volumeBytes(const StoredVolume& stored) {
    return std::uintmax_t{stored.header.size.voxels()} * sampleBytes(stored.header.type) *
           static_cast<std::uintmax_t>(stored.voxels.interleaved);
}

bool mayBeNoNumber(const StoredVolume& stored) {
    const StoredVoxels& voxels = stored.voxels;
    return isFloat(stored.header.type) || voxels.slope != 1 || voxels.intercept != 0 || voxels.blank.has_value();
}

}  // namespace

void unpackVoxels(SampleType type, const std::byte* from, std::size_t stride, const StoredVoxels& voxels, std::span<float> to) {
    switch (type) {
        case SampleType::u8:
            return valuesOf<std::uint8_t>(from, stride, voxels, to);
        case SampleType::s8:
            return valuesOf<std::int8_t>(from, stride, voxels, to);
        case SampleType::u16:
            return valuesOf<std::uint16_t>(from, stride, voxels, to);
        case SampleType::s16:
            return valuesOf<std::int16_t>(from, stride, voxels, to);
        case SampleType::u32:
            return valuesOf<std::uint32_t>(from, stride, voxels, to);
        case SampleType::s32:
            return valuesOf<std::int32_t>(from, stride, voxels, to);
        case SampleType::f32:
            return valuesOf<float>(from, stride, voxels, to);
        case SampleType::f64:
            return valuesOf<double>(from, stride, voxels, to);
        case SampleType::f16:
            return valuesOf<Half>(from, stride, voxels, to);
        case SampleType::u64:
            return valuesOf<std::uint64_t>(from, stride, voxels, to);
        case SampleType::s64:
            return valuesOf<std::int64_t>(from, stride, voxels, to);
    }
}

void takeSamplesAsMeant(std::vector<std::byte>& bytes, SampleType type, const StoredVoxels& voxels) {
    const std::size_t step = sampleBytes(type);
    if (voxels.isOffsetBinary)
        for (std::size_t at = voxels.isBigEndian ? 0 : step - 1; at < bytes.size(); at += step)
            bytes[at] ^= std::byte{0x80};
    if (!voxels.isBgrx) return;
    constexpr std::size_t stored = 4, kept = 3;
    std::size_t to = 0;
    for (std::size_t at = 0; at + stored <= bytes.size(); at += stored, to += kept) {
        const std::array<std::byte, kept> colours{bytes[at + 2], bytes[at + 1], bytes[at]};
        std::ranges::copy(colours, bytes.begin() + static_cast<std::ptrdiff_t>(to));
    }
    bytes.resize(to);
}

std::size_t sampleBytes(SampleType type) {
    return static_cast<std::size_t>(bitsOf(type)) / 8;
}

bool isFloat(SampleType type) {
    return type == SampleType::f16 || type == SampleType::f32 || type == SampleType::f64;
}

void checkPromise(const std::filesystem::path& file, const VolumeHeader& header, std::uintmax_t bytes, std::uintmax_t fileBytes) {
    if (bytes / mostUnpacked <= fileBytes) return;
    const auto volumes = static_cast<std::uintmax_t>(header.times) * static_cast<std::uintmax_t>(header.channels);
    throw InputError(displayName(file),
                     "its header promises " + textOf(header.size) + " voxels" +
                         (volumes > 1 ? ", " + std::to_string(volumes) + " times" : "") + ", far more than its " +
                         std::to_string(fileBytes) + " bytes can hold",
                     copyAgain);
}

void checkLength(const StoredVolume& stored) {
    const VolumeHeader& header = stored.header;
    const StoredVoxels& voxels = stored.voxels;
    const std::uintmax_t size = FileReader(voxels.file).size();
    const std::uintmax_t rest = size - std::min(size, voxels.fileOffset);
    const std::uintmax_t one = volumeBytes(stored);  // checkedSize, and the readers' bounds on channels: it fits
    constexpr std::uintmax_t most = std::numeric_limits<std::uintmax_t>::max() / 4;
    const bool isAbsurd = one > most / voxels.volumes || voxels.offset > most;
    const std::uintmax_t all = isAbsurd ? most : one * voxels.volumes;
    if (isAbsurd || voxels.packing != Packing::none)
        checkPromise(voxels.file, header, isAbsurd ? most : all + voxels.offset, size);
    if (voxels.packing != Packing::none) return;
    const std::uintmax_t there = rest - std::min(rest, voxels.offset);
    if (there < all) throw endsEarly(voxels.file, there, all);
}

StoredVolume chosenVolume(StoredVolume stored, const std::filesystem::path& file, const VolumeChoice& choice) {
    requireSlices(file, stored.header.size);
    checkChoice(file, stored.header, choice);
    const bool areSideBySide = stored.voxels.interleaved > 1;
    const auto time = static_cast<std::uintmax_t>(choice.time), channel = static_cast<std::uintmax_t>(choice.channel);
    constexpr int blueFirst = 2;
    stored.voxels.picked = !areSideBySide ? 0 : stored.voxels.isBgrx ? blueFirst - choice.channel : choice.channel;
    stored.voxels.volumesBefore = areSideBySide ? time : channel * static_cast<std::uintmax_t>(stored.header.times) + time;
    return stored;
}

namespace {

/// Takes the voxels of the volume that is meant from planes that are read several together.
Volume readPlanes(const StoredVolume& stored, const std::stop_token& stop) {
    const VolumeHeader& header = stored.header;
    const StoredVoxels& voxels = stored.voxels;
    const auto depth = static_cast<std::uintmax_t>(header.size.depth);
    const std::size_t planeBytes = static_cast<std::size_t>(volumeBytes(stored) / depth);
    const std::uintmax_t together = std::min(depth, voxels.planes->together());
    GrowingVolume volume(voxels.file, header.size, static_cast<std::size_t>(together) * planeBytes + voxels.planes->besides());
    std::vector<std::byte> bytes(static_cast<std::size_t>(together) * planeBytes);
    for (std::uintmax_t z = 0; z < depth; z += together) {
        const std::uintmax_t count = std::min(together, depth - z);
        voxels.planes->read(voxels.volumesBefore * depth + z, count,
                            std::span(bytes).first(static_cast<std::size_t>(count) * planeBytes), stop);
        if (stop.stop_requested()) return {};
        unpackVoxels(header.type, bytes.data(), static_cast<std::size_t>(voxels.interleaved), voxels,
                     volume.next(static_cast<std::size_t>(count) * header.size.slice()));
        if (mayBeNoNumber(stored)) volume.maskNotFinite();
    }
    return volume.finish(header.spacing);
}

}  // namespace

Volume readStored(const StoredVolume& stored, const std::stop_token& stop) {
    if (stored.voxels.planes) return readPlanes(stored, stop);
    const VolumeHeader& header = stored.header;
    const StoredVoxels& voxels = stored.voxels;
    const std::size_t stride = static_cast<std::size_t>(voxels.interleaved), voxelBytes = stride * sampleBytes(header.type);
    const std::size_t piece = std::max<std::size_t>(1, pieceBytes / voxelBytes);
    GrowingVolume volume(voxels.file, header.size, pieceBytes);
    const std::uintmax_t one = volumeBytes(stored);
    const PartBytes source = partBytesAt(voxels, voxels.volumesBefore * one, one, voxels.volumes * one, stop);

    std::vector<std::byte> bytes(piece * voxelBytes);
    while (volume.missing() > 0) {
        if (stop.stop_requested()) return {};
        const std::size_t wanted = std::min(piece, volume.missing()) * voxelBytes;
        const std::size_t before = (header.size.voxels() - volume.missing()) * voxelBytes;
        const std::size_t got = source.bytes->read(std::span(bytes).first(wanted));
        if (got < wanted) throw endsEarly(voxels.file, before + got, one);
        if (voxels.isOffsetBinary) takeSamplesAsMeant(bytes, header.type, voxels);
        unpackVoxels(header.type, bytes.data(), stride, voxels, volume.next(wanted / voxelBytes));
        if (mayBeNoNumber(stored)) volume.maskNotFinite();
    }
    if (!source.isChecked) source.bytes->checkEnd((voxels.volumes - voxels.volumesBefore - 1) * one);
    return volume.finish(header.spacing);
}

}  // namespace coarsen::volumes
