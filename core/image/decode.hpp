// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"
#include "core/base/shared_file.hpp"
#include "core/image/raw_image.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace coarsen {

/// One image format: how it is recognised and read. THE LIST stands in decode.cpp.
/// All functions throw InputError with the reason; `file` serves messages, and headers that stand far behind their file's start.
struct ImageFormat {
    std::string name;                                      ///< "PNG"
    std::vector<std::string> extensions;                   ///< lower case with dot: ".png"
    bool (*recognises)(std::span<const std::byte> start);  ///< by the first bytes
    std::function<RawImage(std::span<const std::byte> bytes, const std::filesystem::path& file, int page)> decode;
    /// `start` is the beginning of a file of `fileSize` bytes; throws where the header reaches beyond it.
    std::function<ImageHeader(std::span<const std::byte> start, std::size_t fileSize, const std::filesystem::path& file)> header;
    /// It may be too long for memory, as films are: `decode` and `header` read what they need of `file` themselves.
    bool isReadInPieces = false;
    /// Where a header may be spread over a long file: reads what it needs of it. Null: `header` of all of the file.
    ImageHeader (*headerOf)(const FileReader& reader) = nullptr;
    bool hasSidecars = false;  ///< electron microscopes write it with a text beside it (core/image/sidecar.hpp)
    /// Where each page is told by the one before: the places of all, and the picture of the page at one of them.
    std::vector<std::uint64_t> (*pagePlaces)(std::span<const std::byte> bytes) = nullptr;
    RawImage (*decodeAt)(std::span<const std::byte> bytes, const std::filesystem::path& file, std::uint64_t place) = nullptr;
};

const std::vector<ImageFormat>& imageFormats();

/// True where the file's extension is one that some format claims.
bool hasImageExtension(const std::filesystem::path& file);

/// Tells whether it is one by its extension or, where its name has none, by its first bytes.
bool isImageFile(const std::filesystem::path& file);

/// True where the file is, by its first bytes, one that is never read whole into memory (a film, or samples that are stored
/// plainly).
bool isReadInPieces(const std::filesystem::path& file);

/// The file for a run, read once for its SHA-256 and its picture: in memory, or where it stays when it is a film. `isForMany`: it
/// is a sharedFile, as of all frames that are its pages; films are so always. Throws InputError when it cannot be read.
std::shared_ptr<const SharedFile> pictureFile(const std::filesystem::path& file, bool isForMany);

/// Largest picture that is accepted: above, the header is taken for damaged.
inline constexpr std::size_t maxPixels = std::size_t{1} << 28;
inline constexpr std::size_t maxDecodedBytes = std::size_t{4} << 30;

/// Throws InputError when width x height x channels x bytes is absurd (see maxPixels) or not positive.
void checkDeclaredSize(const std::filesystem::path& file, long long width, long long height, int channels, int bytesPerSample);

/// Decodes one page. Throws InputError naming the file, what is wrong (missing, empty, not an image, truncated, too large) and
/// the remedy. `dataset`: path of the pictures that are meant in an HDF5 file; empty: the only ones that would do.
RawImage decode(const std::filesystem::path& file, int page = 0, const std::string& dataset = {});
RawImage decode(std::span<const std::byte> bytes, const std::filesystem::path& file, int page = 0);
/// `read` is pictureFile of `file`.
RawImage decode(const SharedFile& read, const std::filesystem::path& file, int page = 0, const std::string& dataset = {});

/// The same for one who comes for further pages of the file: it stays in memory as long as `kept` holds it. Pages after the first
/// only, as most files have no other.
RawImage decode(const std::filesystem::path& file, int page, std::shared_ptr<const SharedFile>& kept,
                const std::string& dataset = {});

/// Reads the header only, and what an instrument's `.txt` beside the file adds to it (core/image/sidecar.hpp).
ImageHeader imageHeader(const std::filesystem::path& file, const std::string& dataset = {});
ImageHeader imageHeader(std::span<const std::byte> bytes, const std::filesystem::path& file);
ImageHeader imageHeader(const SharedFile& read, const std::filesystem::path& file, const std::string& dataset = {});

}  // namespace coarsen
