// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_directories.hpp"

#include "core/base/binary_numbers.hpp"
#include "core/image/conventions/light_microscopes.hpp"

#include <algorithm>
#include <unordered_set>

namespace coarsen::formats {

namespace {

/// Reads NDTiff's JSON, which no 0 ends: some versions of libtiff put one in place of its last character.
std::optional<conventions::MicroManagerPage> microManagerPageOf(const std::string& words) {
    if (words.empty()) return std::nullopt;
    const auto page = conventions::microManagerPage(words);
    return page ? page : conventions::microManagerPage(words + "}");
}

TiffDirectory directoryOf(const TiffFile& tiff) {
    constexpr std::uint32_t microManagerTag = 51123, sisTag = 33560;
    const auto kind = tiff.tag<std::uint32_t>(TIFFTAG_SUBFILETYPE, 0);
    const std::string words = tiff.foreignText(microManagerTag);
    return {(kind & FILETYPE_REDUCEDIMAGE) != 0, (kind & FILETYPE_MASK) != 0, tiff.text(TIFFTAG_DATETIME),
            microManagerPageOf(words), tiff.hasForeign(sisTag)};
}

/// Marks the coloured previews that Olympus' SIS puts before its picture, without saying so in their NewSubfileType.
void markPreviews(std::vector<TiffDirectory>& pages) {
    const auto first = std::ranges::find_if(pages, &TiffDirectory::isOfSis);
    if (first == pages.end()) return;
    for (auto preview = pages.begin(); preview != first; ++preview)
        preview->isReduced = true;
}

}  // namespace

std::vector<std::uint64_t> directoryPlaces(std::span<const std::byte> bytes) {
    constexpr std::uint16_t bigVersion = 43;
    const BinaryNumbers numbers(bytes, bytes.empty() || bytes[0] != std::byte{'I'});
    const bool isBig = numbers.at<std::uint16_t>(2) == bigVersion;
    const std::size_t countBytes = isBig ? 8 : 2, entryBytes = isBig ? 20 : 12, linkBytes = isBig ? 8 : 4;
    const auto linkAt = [&](std::size_t at) {
        return isBig ? numbers.at<std::uint64_t>(at) : std::uint64_t{numbers.at<std::uint32_t>(at)};
    };
    std::vector<std::uint64_t> places;
    std::unordered_set<std::uint64_t> seen;
    std::uint64_t place = linkAt(isBig ? 8 : 4);
    while (place > 0 && place < bytes.size() && seen.insert(place).second) {
        places.push_back(place);
        const auto at = static_cast<std::size_t>(place);
        const std::uint64_t entries = isBig ? numbers.at<std::uint64_t>(at) : std::uint64_t{numbers.at<std::uint16_t>(at)};
        const std::size_t left = bytes.size() - at;
        if (left < countBytes + linkBytes || entries > (left - countBytes - linkBytes) / entryBytes) break;
        place = linkAt(at + countBytes + static_cast<std::size_t>(entries) * entryBytes);
    }
    return places;
}

std::vector<TiffDirectory> directoriesOf(const TiffFile& tiff, int count) {
    std::vector<TiffDirectory> pages{directoryOf(tiff)};
    while (static_cast<int>(pages.size()) < count && TIFFReadDirectory(tiff.handle()))
        pages.push_back(directoryOf(tiff));
    markPreviews(pages);
    pages.resize(static_cast<std::size_t>(count));
    return pages;
}

std::optional<FileFacts> instrumentFactsOf(const TiffFile& tiff, std::uint32_t width, std::uint32_t height, int pictures) {
    conventions::InstrumentTags tags = tiff.instrumentTags();
    tags.width = static_cast<int>(width), tags.height = static_cast<int>(height), tags.pictures = pictures;
    return conventions::instrumentFacts(tags);
}

int metaMorphPlanesOf(const TiffFile& tiff) {
    const int planes = conventions::metaMorphPlanes(tiff.instrumentTags());
    if (planes < 2 || TIFFIsTiled(tiff.handle())) return 1;
    const auto offsetOf = [&](std::uint32_t strip) { return TIFFGetStrileOffset(tiff.handle(), strip); };
    for (std::uint32_t strip = 1; strip < TIFFNumberOfStrips(tiff.handle()); ++strip)
        if (offsetOf(strip) != offsetOf(strip - 1) + TIFFGetStrileByteCount(tiff.handle(), strip - 1)) return 1;
    return planes;
}

conventions::MicroManagerSummary summaryOf(const TiffFile& tiff) {
    constexpr std::size_t headerBytes = 40, longest = std::size_t{1} << 24;
    const auto place = conventions::placeOfSummary(tiff.bytesAt(0, headerBytes));
    if (!place || place->second > longest) return {};
    const std::vector<std::byte> text = tiff.bytesAt(place->first, place->second);
    return conventions::microManagerSummary({reinterpret_cast<const char*>(text.data()), text.size()});
}

}  // namespace coarsen::formats
