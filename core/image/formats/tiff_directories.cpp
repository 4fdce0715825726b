// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_directories.hpp"

namespace coarsen::formats {

namespace {

/// Reads NDTiff's JSON, which no 0 ends: some versions of libtiff put one in place of its last character.
std::optional<conventions::MicroManagerPage> microManagerPageOf(const std::string& words) {
    if (words.empty()) return std::nullopt;
    const auto page = conventions::microManagerPage(words);
    return page ? page : conventions::microManagerPage(words + "}");
}

TiffDirectory directoryOf(const TiffFile& tiff) {
    constexpr std::uint32_t microManagerTag = 51123;
    const auto kind = tiff.tag<std::uint32_t>(TIFFTAG_SUBFILETYPE, 0);
    const std::string words = tiff.foreignText(microManagerTag);
    return {(kind & FILETYPE_REDUCEDIMAGE) != 0, (kind & FILETYPE_MASK) != 0, tiff.text(TIFFTAG_DATETIME),
            microManagerPageOf(words)};
}

}  // namespace

std::vector<TiffDirectory> directoriesOf(const TiffFile& tiff, int count) {
    std::vector<TiffDirectory> pages{directoryOf(tiff)};
    while (static_cast<int>(pages.size()) < count && TIFFReadDirectory(tiff.handle()))
        pages.push_back(directoryOf(tiff));
    pages.resize(static_cast<std::size_t>(count));
    return pages;
}

conventions::MicroManagerSummary summaryOf(const TiffFile& tiff) {
    constexpr std::size_t headerBytes = 40, longest = std::size_t{1} << 24;
    const auto place = conventions::placeOfSummary(tiff.bytesAt(0, headerBytes));
    if (!place || place->second > longest) return {};
    const std::vector<std::byte> text = tiff.bytesAt(place->first, place->second);
    return conventions::microManagerSummary({reinterpret_cast<const char*>(text.data()), text.size()});
}

}  // namespace coarsen::formats
