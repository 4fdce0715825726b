// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/stored_format.hpp"

#include "core/base/files.hpp"

#include <algorithm>
#include <system_error>
#include <zlib.h>

namespace coarsen::volumes {

const std::vector<StoredFormat>& storedFormats() {
    static const std::vector<StoredFormat> list{dicom(), nifti(), metaImage(), npy(), mrc(), digitalMicrograph(),
                                                nrrd(),  gsf(),   fits(),      zarr()};
    return list;
}

namespace {

/// The first bytes of what is packed in a gzip file that begins so.
std::vector<std::byte> unpackedStart(std::span<const std::byte> start) {
    constexpr std::size_t enough = 1024;
    std::vector<std::byte> plain(enough);
    z_stream stream{};
    constexpr int gzipFrame = 15 + 16;
    if (inflateInit2(&stream, gzipFrame) != Z_OK) return {};
    std::vector<std::byte> packed(start.begin(), start.end());  // zlib's pointer is not const
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(plain.data());
    stream.avail_out = static_cast<uInt>(plain.size());
    inflate(&stream, Z_SYNC_FLUSH);
    plain.resize(plain.size() - stream.avail_out);
    inflateEnd(&stream);
    return plain;
}

}  // namespace

const StoredFormat* storedFormatOf(std::span<const std::byte> start) {
    const bool isPacked = start.size() > 2 && start[0] == std::byte{0x1f} && start[1] == std::byte{0x8b};
    const std::vector<std::byte> plain = isPacked ? unpackedStart(start) : std::vector<std::byte>();
    for (const StoredFormat& format : storedFormats())
        if (isPacked ? format.mayBeGzip && format.recognises(plain) : format.recognises(start)) return &format;
    return nullptr;
}

const StoredFormat* folderFormatOf(const std::filesystem::path& folder) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(folder, unknown)) return nullptr;
    const auto isIts = [&](const StoredFormat& format) { return format.isFolder && format.isFolder(folder); };
    const auto found = std::ranges::find_if(storedFormats(), isIts);
    return found == storedFormats().end() ? nullptr : &*found;
}

std::string folderFormats() {
    std::string names;
    for (const StoredFormat& format : storedFormats())
        if (format.isFolder) names += (names.empty() ? "" : ", ") + format.name;
    return names;
}

bool isFolderInput(const std::filesystem::path& folder) {
    return folderFormatOf(folder) != nullptr;
}

bool isPlainFolder(const std::filesystem::path& folder) {
    std::error_code unknown;
    return std::filesystem::is_directory(folder, unknown) && !isFolderInput(folder);
}

VolumeFormat volumeFormatOf(const StoredFormat& format) {
    const auto describe = format.describe;
    const auto chosen = [describe](const std::filesystem::path& file, const VolumeChoice& choice) {
        return chosenVolume(describe(file), file, choice);
    };
    return {format.name, format.recognises,
            [chosen](const std::filesystem::path& file, const VolumeChoice& choice) { return chosen(file, choice).header; },
            [chosen](const std::filesystem::path& file, const VolumeChoice& choice, const std::stop_token& stop) {
                return readStored(chosen(file, choice), stop);
            },
            format.mayBeGzip};
}

bool isMarkedWithoutEnding(const std::filesystem::path& file) {
    const std::string ending = file.extension().string();
    const auto isOfName = [](char letter) { return letter != '.' && (letter < '0' || letter > '9'); };
    if (std::ranges::any_of(ending, isOfName) || file.filename() == "DICOMDIR") return false;
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown)) return false;
    try {
        constexpr std::size_t enough = 1024;
        const StoredFormat* const format = storedFormatOf(FileReader(file).start(enough));
        return format && format->hasPreamble;
    } catch (const InputError&) {  // whoever reads it says why
        return false;
    }
}

bool claims(const StoredFormat& format, const std::filesystem::path& file) {
    std::string name = file.filename().string();
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::any_of(format.endings,
                               [&](const std::string& ending) { return name.size() > ending.size() && name.ends_with(ending); });
}

}  // namespace coarsen::volumes
