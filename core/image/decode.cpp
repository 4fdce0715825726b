// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/decode.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/foreign_format.hpp"
#include "core/image/formats/formats.hpp"
#include "core/image/formats/stored_picture.hpp"
#include "core/image/held_array.hpp"
#include "core/image/sidecar.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace coarsen {

namespace {

constexpr std::size_t startBytes = 64 << 10;  // holds what stands before the pixels of most pictures

std::string lowerExtension(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

[[noreturn]] void refuse(std::span<const std::byte> bytes, const std::filesystem::path& file) {
    const std::string name = displayName(file);
    if (bytes.empty()) throw InputError(name, "the file is empty (0 bytes)", formats::copyAgain);

    const std::string_view start(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 512));
    if (const auto foreign = foreignFormat(bytes))
        throw InputError(name, "it is " + foreign->words + ", which Coarsen does not read", foreign->remedy);
    const bool isText = std::all_of(start.begin(), start.end(), [](unsigned char c) { return c >= 0x20 || (c >= 9 && c <= 13); });
    if (const auto foreign = foreignFormat(file))
        throw InputError(name, "by its name it is " + foreign->words + ", which Coarsen does not read", foreign->remedy);
    if (isText) throw InputError(name, "it begins with text, not with an image", "is it the right file?");
    std::string known = "PNG, TIFF, JPEG, BMP, camera raw, AVI, MP4, MOV, MKV";
    for (const volumes::StoredFormat& format : volumes::storedFormats())
        known += ", " + format.name;
    known += ", HDF5";
    throw InputError(name, "unsupported or damaged image (known are " + known + ")", "convert it to PNG or TIFF");
}

bool claims(const ImageFormat& format, const std::string& extension) {
    return std::find(format.extensions.begin(), format.extensions.end(), extension) != format.extensions.end();
}

/// The entry of imageFormats that it has.
const ImageFormat* pictureFormat(const volumes::StoredFormat& stored) {
    return &*std::ranges::find(imageFormats(), stored.name, &ImageFormat::name);
}

/// The format of a file before whose mark may stand what looks like any other one; null of all others.
const ImageFormat* markedWithin(std::span<const std::byte> start) {
    const volumes::StoredFormat* const stored = volumes::storedFormatOf(start);
    return stored && stored->hasPreamble ? pictureFormat(*stored) : nullptr;
}

const ImageFormat& formatOf(std::span<const std::byte> bytes, const std::filesystem::path& file) {
    if (const ImageFormat* const marked = markedWithin(bytes)) return *marked;
    static const ImageFormat raw = formats::cameraRaw();
    for (const ImageFormat& format : imageFormats()) {
        if (!format.recognises(bytes)) continue;
        // Cameras dress raw pictures as TIFFs of a small preview: where the name says so, that is not taken for the picture.
        return format.name == "TIFF" && claims(raw, lowerExtension(file)) ? raw : format;
    }
    refuse(bytes, file);
}

/// The format of a file that is never read whole, by its first bytes; null for all others.
const ImageFormat* piecewiseFormat(std::span<const std::byte> start) {
    if (const ImageFormat* const marked = markedWithin(start)) return marked;
    const auto first = std::ranges::find_if(imageFormats(), [&](const ImageFormat& format) { return format.recognises(start); });
    if (first != imageFormats().end()) return first->isReadInPieces ? &*first : nullptr;
    const volumes::StoredFormat* const packed = volumes::storedFormatOf(start);
    return packed ? pictureFormat(*packed) : nullptr;
}

const ImageFormat* piecewiseFormat(const FileReader& file) {
    constexpr std::size_t enough = 1024;  // tells every format that stores samples plainly
    return piecewiseFormat(file.start(enough));
}

/// The format of a folder that is one picture or several; null of all others, and of files.
const ImageFormat* folderFormat(const std::filesystem::path& file) {
    const volumes::StoredFormat* const format = volumes::folderFormatOf(file);
    return format ? pictureFormat(*format) : nullptr;
}

/// Adds what stands beside a picture of a format that instruments write.
ImageHeader withSidecar(const ImageFormat& format, ImageHeader header, const std::filesystem::path& file) {
    if (format.hasSidecars) addSidecar(header, file);
    return header;
}

}  // namespace

bool isReadInPieces(const std::filesystem::path& file) {
    try {
        return folderFormat(file) || piecewiseFormat(FileReader(file));
    } catch (const InputError&) {  // whoever reads it says why
        return false;
    }
}

std::shared_ptr<const SharedFile> pictureFile(const std::filesystem::path& file, bool isForMany) {
    if (const auto array = heldArray(file)) return std::make_shared<const SharedFile>(array->values());
    if (folderFormat(file)) return sharedFile(file, true);
    FileReader reader(file);
    const bool staysInPlace = piecewiseFormat(reader) != nullptr;
    if (isForMany || staysInPlace) return sharedFile(file, staysInPlace);
    return std::make_shared<const SharedFile>(readWhole(reader));
}

const std::vector<ImageFormat>& imageFormats() {
    static const std::vector<ImageFormat> list = [] {
        std::vector<ImageFormat> all{
            formats::png(),  formats::cameraRaw(), formats::tiff(),
            formats::jpeg(), formats::bmp(),       formats::video()};  // a raw picture may look like a TIFF too: it comes before
        all.push_back(formats::hdf5());
        for (const volumes::StoredFormat& format : volumes::storedFormats())  // of which some are told by little
            all.push_back(formats::pictureFormatOf(format));
        return all;
    }();
    return list;
}

bool hasImageExtension(const std::filesystem::path& file) {
    const std::string extension = lowerExtension(file);
    return std::any_of(imageFormats().begin(), imageFormats().end(),
                       [&](const ImageFormat& format) { return claims(format, extension); });
}

bool isImageFile(const std::filesystem::path& file) {
    return hasImageExtension(file) || volumes::isMarkedWithoutEnding(file);
}

void checkDeclaredSize(const std::filesystem::path& file, long long width, long long height, int channels, int bytesPerSample) {
    const std::string size = std::to_string(width) + " x " + std::to_string(height) + " pixels";
    if (width <= 0 || height <= 0 || channels <= 0)
        throw InputError(displayName(file), "its header declares " + size, formats::copyAgain);
    constexpr auto largest = static_cast<long long>(maxPixels);
    const bool isTooLarge = width > largest || height > largest || width * height > largest ||
                            static_cast<std::size_t>(width * height) >
                                maxDecodedBytes / static_cast<std::size_t>(channels) / static_cast<std::size_t>(bytesPerSample);
    if (isTooLarge)
        throw InputError(displayName(file), "its header declares " + size + ", more than 268 million pixels or 4 GB",
                         "if the picture is that large, cut it into parts; else copy it again from the camera");
}

RawImage decode(const std::filesystem::path& file, int page, const std::string& dataset) {
    if (const auto array = heldArray(file)) return pictureOf(array->facts(), array->values());
    if (!dataset.empty()) return formats::hdf5Picture(file, dataset, page);
    if (const ImageFormat* const format = folderFormat(file)) return format->decode({}, file, page);
    FileReader reader(file);
    if (const ImageFormat* const format = piecewiseFormat(reader)) return format->decode({}, file, page);
    return decode(readWhole(reader), file, page);
}

RawImage decode(std::span<const std::byte> bytes, const std::filesystem::path& file, int page) {
    return formatOf(bytes, file).decode(bytes, file, page);
}

RawImage decode(const SharedFile& read, const std::filesystem::path& file, int page, const std::string& dataset) {
    if (const auto array = heldArray(file)) return pictureOf(array->facts(), read.shared());
    if (read.staysInPlace() || !dataset.empty()) return decode(file, page, dataset);
    const ImageFormat& format = formatOf(read.bytes(), file);
    if (page > 0 && format.decodeAt) {
        const std::vector<std::uint64_t>& places = read.pagePlaces(format.pagePlaces);
        const auto index = static_cast<std::size_t>(page);
        if (index < places.size()) return format.decodeAt(read.bytes(), file, places[index]);
    }
    return format.decode(read.bytes(), file, page);
}

RawImage decode(const std::filesystem::path& file, int page, std::shared_ptr<const SharedFile>& kept,
                const std::string& dataset) {
    if (page == 0 || !dataset.empty()) return decode(file, page, dataset);
    kept = pictureFile(file, true);
    return decode(*kept, file, page);
}

ImageHeader imageHeader(const std::filesystem::path& file, const std::string& dataset) {
    if (const auto array = heldArray(file)) return array->facts().header();
    if (!dataset.empty()) return formats::hdf5PictureHeader(file, dataset);
    if (const ImageFormat* const format = folderFormat(file)) return format->header({}, 0, file);
    FileReader reader(file);
    const std::vector<std::byte> start = reader.start(startBytes);
    if (const ImageFormat* const format = piecewiseFormat(start)) return format->header({}, 0, file);
    if (start.size() == startBytes) {
        try {
            const ImageFormat& format = formatOf(start, file);
            return withSidecar(format, format.headerOf ? format.headerOf(reader) : format.header(start, reader.size(), file),
                               file);
        } catch (const InputError&) {
            // The start does not tell: the header is longer, or stands at the end. The whole file has the last word.
            return imageHeader(readWhole(reader), file);
        }
    }
    return imageHeader(start, file);
}

ImageHeader imageHeader(const SharedFile& read, const std::filesystem::path& file, const std::string& dataset) {
    const bool isOfFile = read.staysInPlace() || !dataset.empty() || isArrayPath(file);
    return isOfFile ? imageHeader(file, dataset) : imageHeader(read.bytes(), file);
}

ImageHeader imageHeader(std::span<const std::byte> bytes, const std::filesystem::path& file) {
    const ImageFormat& format = formatOf(bytes, file);
    return withSidecar(format, format.header(bytes, bytes.size(), file), file);
}

}  // namespace coarsen
