// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/read_volume.hpp"

#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/image/held_array.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume/formats/voxel_bytes.hpp"
#include "core/volume/hdf5_program/hdf5_reader.hpp"
#include "core/volume_files/slice_folder.hpp"
#include "core/volume_files/tiff_volume.hpp"

#include <algorithm>
#include <system_error>

namespace coarsen {

namespace {

constexpr std::string_view endingsOfHdf5[] = {".h5", ".hdf5", ".emd", ".nxs", ".ims", ".hdf"};
constexpr std::size_t volumeStart = 1024;  // tells every format

/// THE LIST of formats.
const std::vector<volumes::VolumeFormat>& volumeFormats() {
    static const std::vector<volumes::VolumeFormat> list = [] {
        std::vector<volumes::VolumeFormat> all{volumes::hdf5(), volumes::tiff()};
        for (const volumes::StoredFormat& format : volumes::storedFormats())
            all.insert(format.hasPreamble ? all.begin() : all.end(), volumes::volumeFormatOf(format));
        return all;
    }();
    return list;
}

std::string knownVolumes() {
    std::string names = "TIFF, HDF5";
    for (const volumes::StoredFormat& format : volumes::storedFormats())
        names += ", " + format.name;
    return names;
}

[[noreturn]] void refuseVolume(std::span<const std::byte> start, const std::filesystem::path& file, bool isGzip) {
    const std::string name = displayName(file);
    if (start.empty() && !isGzip) throw InputError(name, "the file is empty (0 bytes)", volumes::copyAgain);
    const std::string remedy = "save it as TIFF or NIfTI; a file of voxels without a header needs --raw WIDTHxHEIGHTxDEPTH:TYPE";
    if (isGzip) throw InputError(name, "it is packed by gzip, and what it holds is no NIfTI volume", remedy);
    for (const ImageFormat& format : imageFormats())
        if (format.recognises(start))
            throw InputError(name, "it is a file of " + format.name + ", which holds no volume", remedy);
    throw InputError(name, "unsupported or damaged volume (known are " + knownVolumes() + ")", remedy);
}

volumes::VolumeFormat formatOfVolume(const std::filesystem::path& file, const VolumeChoice& choice) {
    if (const auto* const folder = volumes::folderFormatOf(file)) return volumes::volumeFormatOf(*folder);
    std::vector<std::byte> start = FileReader(file).start(volumeStart);
    if (choice.raw) return volumes::raw();
    const volumes::Packing packing = volumes::packingOf(file);
    const bool isGzip = packing == volumes::Packing::gzip;
    if (isGzip) {
        start.resize(volumeStart);
        start.resize(volumes::VoxelBytes(file, packing).read(start));
    }
    for (const volumes::VolumeFormat& format : volumeFormats())
        if ((!isGzip || format.mayBeGzip) && format.recognises(start)) return format;
    refuseVolume(start, file, isGzip);
}

std::string lowerExtension(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

/// By its first bytes; null where it is of none, or cannot be read.
const volumes::StoredFormat* storedFormatOf(const std::filesystem::path& file) {
    if (const auto* const folder = volumes::folderFormatOf(file)) return folder;
    try {
        return volumes::storedFormatOf(FileReader(file).start(volumeStart));
    } catch (const InputError&) {  // whoever reads it says why
    }
    return nullptr;
}

VolumeHeader headerOf(const ArrayFacts& facts) {
    VolumeHeader header;
    header.size = {facts.shape[2], facts.shape[1], facts.shape[0]};
    header.type = facts.bits() == 8 ? SampleType::u8 : facts.bits() == 16 ? SampleType::u16 : SampleType::f32;
    header.format = "array";
    return header;
}

}  // namespace

std::vector<std::string> volumeEndings() {
    std::vector<std::string> endings;
    for (const volumes::StoredFormat& format : volumes::storedFormats())
        if (format.isOfVolumes) endings.insert(endings.end(), format.endings.begin(), format.endings.end());
    endings.insert(endings.end(), std::begin(endingsOfHdf5), std::end(endingsOfHdf5));
    return endings;
}

bool isVolumeFile(const std::filesystem::path& file) {
    const std::string extension = lowerExtension(file);
    if (std::ranges::find(endingsOfHdf5, extension) != std::end(endingsOfHdf5)) return true;
    // Other programs' settings are called .hdr, too.
    if (volumes::isNameOfPair(file)) return storedFormatOf(file) != nullptr;
    return std::ranges::any_of(volumes::storedFormats(), [&](const volumes::StoredFormat& format) {
        return format.isOfVolumes && volumes::claims(format, file);
    });
}

bool mayHoldSlices(const std::filesystem::path& file) {
    const std::string extension = lowerExtension(file);
    if (volumes::isNameOfPair(file)) return isVolumeFile(file);
    constexpr std::string_view ofTiff[] = {".tif", ".tiff", ".lsm", ".stk"};
    return std::ranges::find(ofTiff, extension) != std::end(ofTiff) ||
           std::ranges::any_of(volumes::storedFormats(),
                               [&](const volumes::StoredFormat& format) { return volumes::claims(format, file); }) ||
           volumes::isMarkedWithoutEnding(file);
}

bool holdsPictures(const std::filesystem::path& file, const std::string& dataset) {
    try {
        if (const volumes::StoredFormat* const format = storedFormatOf(file))
            return format->describe(file).header.size.depth == 1;
        return volumes::isHdf5(file) && hdf5::headerOf(file, dataset).size.depth == 1;
    } catch (const InputError&) {  // whoever reads it says why
        return false;
    }
}

bool isFolderOfSlices(const std::filesystem::path& folder) {
    try {
        const std::vector<std::filesystem::path> slices = volumes::slicesOfFolder(folder);
        return slices.size() > 1 && imageHeader(slices.front()).pages == 1;
    } catch (const InputError&) {  // whoever reads it says why
        return false;
    }
}

std::vector<NamedVolume> namedVolumes(const std::filesystem::path& file) {
    std::error_code unknown;
    if (std::filesystem::is_directory(file, unknown) || !volumes::isHdf5(file)) return {};
    return hdf5::listOf(file);
}

VolumeHeader volumeHeader(const std::filesystem::path& file, const VolumeChoice& choice) {
    if (const auto array = heldArray(file)) return headerOf(array->facts());
    if (!choice.slices.empty()) return volumes::sliceFolderHeader(file.parent_path(), choice);
    if (volumes::isPlainFolder(file)) return volumes::sliceFolderHeader(file, choice);
    return formatOfVolume(file, choice).header(file, choice);
}

Volume readVolume(const std::filesystem::path& file, const VolumeChoice& choice, const std::stop_token& stop) {
    if (const auto array = heldArray(file)) return volumeOf(array->facts(), array->values());
    if (!choice.slices.empty()) return volumes::readSliceFolder(file.parent_path(), choice, stop);
    if (volumes::isPlainFolder(file)) return volumes::readSliceFolder(file, choice, stop);
    return formatOfVolume(file, choice).read(file, choice, stop);
}

}  // namespace coarsen
