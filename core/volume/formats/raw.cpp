// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/volume/formats/stored_voxels.hpp"

namespace coarsen::volumes {

namespace {

StoredVolume rawIn(const std::filesystem::path& file, const VolumeChoice& choice) {
    const RawLayout& layout = choice.raw.value();
    StoredVolume stored;
    stored.header.size = checkedSize(file, layout.size.width, layout.size.height, layout.size.depth);
    stored.header.type = layout.type;
    stored.header.format = "raw";
    stored.voxels.file = file;
    stored.voxels.offset = layout.offset;
    stored.voxels.isBigEndian = layout.isBigEndian;
    checkChoice(file, stored.header, choice);
    checkLength(stored);

    const std::uintmax_t size = FileReader(file).size();
    const std::uintmax_t needed = layout.size.voxels() * sampleBytes(layout.type) + layout.offset;
    if (size > needed)
        throw InputError(
            displayName(file),
            "it is " + std::to_string(size - needed) + " bytes longer than " + coarsen::textOf(layout) + " says",
            "correct --raw; where that many bytes stand before the first voxel, write them as its offset: " +
                coarsen::textOf(RawLayout{layout.size, layout.type, layout.isBigEndian, size - needed + layout.offset}));
    return stored;
}

}  // namespace

VolumeFormat raw() {
    return {"raw", [](std::span<const std::byte>) { return false; },
            [](const std::filesystem::path& file, const VolumeChoice& choice) { return rawIn(file, choice).header; },
            [](const std::filesystem::path& file, const VolumeChoice& choice, const std::stop_token& stop) {
                return readStored(rawIn(file, choice), stop);
            }};
}

}  // namespace coarsen::volumes
