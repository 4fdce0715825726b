// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/tiff_volume.hpp"

#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/image/decode.hpp"
#include "core/image/formats/tiff_file.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace coarsen::volumes {

namespace {

/// A TIFF whose pages are slices.
struct SliceStack {
    VolumeHeader header;
    StackLayout layout;
    int colours = 1;  ///< of every page
};

bool isTiffStack(std::span<const std::byte> start) {
    if (start.size() < 4) return false;
    const std::string_view four(reinterpret_cast<const char*>(start.data()), 4);
    using namespace std::string_view_literals;
    return four == "II*\0"sv || four == "MM\0*"sv || four == "II+\0"sv || four == "MM\0+"sv;
}

SampleType sliceType(const formats::TiffFile& tiff) {
    const auto bits = tiff.tag<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1),
               kind = tiff.tag<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    if (bits > 32) return SampleType::f64;
    if (kind == SAMPLEFORMAT_IEEEFP) return SampleType::f32;
    const bool isSigned = kind == SAMPLEFORMAT_INT;
    if (bits <= 8) return isSigned ? SampleType::s8 : SampleType::u8;
    if (bits <= 16) return isSigned ? SampleType::s16 : SampleType::u16;
    return isSigned ? SampleType::s32 : SampleType::u32;
}

/// Layout of the pages: as the file says, and slices where it says nothing.
StackLayout slicesOf(const ImageHeader& first) {
    StackLayout layout = first.stack;
    if (first.facts.callsAllSlices) std::swap(layout.slices, layout.times);  // a plain stack, which is a film elsewhere
    if (layout.pages() == 1) layout.slices = first.pages;
    return layout;
}

void checkPages(const std::filesystem::path& file, const StackLayout& layout, int promisedPages, int unclaimed) {
    const bool isWhole = layout.table.empty() || std::ranges::find(layout.table, -1) == layout.table.end();
    if (layout.pages() == promisedPages && isWhole && unclaimed == 0) return;
    const auto missing = static_cast<int>(std::ranges::count(layout.table, -1));
    const int pages = promisedPages - missing + unclaimed;
    const std::string promised = std::to_string(layout.slices) + (layout.slices == 1 ? " slice" : " slices") +
                                 (layout.channels > 1 ? " of " + std::to_string(layout.channels) + " channels" : "") +
                                 (layout.times > 1 ? " at " + std::to_string(layout.times) + " times" : "");
    throw InputError(displayName(file),
                     "its description promises " + promised + ", that is " + std::to_string(layout.pages()) + " pages, and " +
                         std::to_string(pages) + (pages == 1 ? " is" : " are") + " there" +
                         (pages < layout.pages() ? ": slices are missing" : ""),
                     pages < layout.pages() ? "copy it again, or export it again as one file" : "export it again as one file");
}

Spacing sliceSpacing(const ImageHeader& first, std::string& remark) {
    const auto size = statedSize(first);
    if (!size) {
        remark = "It does not state the size of a voxel.";
        return {};
    }
    if (size->z < 0) addRemark(remark, "Its slices have a negative distance, which is taken without its sign.");
    if (size->z != 0) return statedSpacing({size->x, size->y, std::abs(size->z)}, true, remark);
    const Spacing spacing = spacingOfPixels(size->x, size->y, remark);
    if (remark.empty()) remark = "It states the size of a pixel, but not how far its slices are from each other.";
    return spacing;
}

SliceStack stackIn(const ImageHeader& first, const formats::TiffFile& tiff, const VolumeChoice& choice) {
    const std::filesystem::path& file = tiff.file();
    if (!first.remark.empty() && first.remarkCode == "file.cut")
        throw InputError(displayName(file),
                         "it breaks off after page " + std::to_string(first.pages - 1) + " (the first is 0): slices are missing",
                         copyAgain);
    SliceStack stack;
    auto& [header, layout, colours] = stack;
    colours = first.channels >= 3 ? 3 : 1;  // one more is opacity
    layout = slicesOf(first);
    if (colours > 1 && layout.channels == colours) layout.channels = 1;  // side by side in every page
    if (colours > 1 && layout.channels > 1)
        throw InputError(displayName(file), "it has several channels, and colours in each",
                         "save each channel as a file of grey slices");
    checkPages(file, layout, first.pages, first.facts.unclaimed);
    if (layout.slices == 1 && layout.times > 1)
        throw InputError(displayName(file),
                         "its description says " + std::to_string(layout.times) + " times of one slice: a film, not a volume",
                         "analyse it without --volumes, or correct what it says of its pages");
    header.size = checkedSize(file, first.width, first.height, layout.slices);
    header.type = sliceType(tiff);
    header.times = layout.times;
    header.channels = std::max(colours, layout.channels);
    header.format = "TIFF";
    if (layout.times > 1) header.intervalS = layout.intervalS;
    header.spacing = sliceSpacing(first, header.remark);
    if (!first.remark.empty()) addRemark(header.remark, first.remark);
    checkChoice(file, header, choice);
    return stack;
}

RawImage sliceOf(const SharedFile& read, const std::filesystem::path& file, int page, const VolumeSize& size) {
    const std::string which = "page " + std::to_string(page) + " (the first is 0)";
    try {
        RawImage slice = decode(read, file, page);
        const Image& image = slice.image;
        if (image.width() == size.width && image.height() == size.height) return slice;
        throw InputError(displayName(file),
                         "its pages differ in size: " + which + " has " + std::to_string(image.width()) + " x " +
                             std::to_string(image.height()) + " pixels, the first " + std::to_string(size.width) + " x " +
                             std::to_string(size.height),
                         "export it again with slices of one size");
    } catch (const InputError& error) {
        if (error.reason().find(which) != std::string::npos) throw;
        throw InputError(error.subject(), which + ": " + error.reason(), error.remedy());
    }
}

/// The whole file, as far as it is read at a stop.
std::vector<std::byte> bytesOf(FileReader& file, const std::stop_token& stop) {
    constexpr std::size_t atOnce = std::size_t{64} << 20;
    std::vector<std::byte> bytes(file.size());
    std::size_t taken = 0;
    while (taken < bytes.size() && !stop.stop_requested()) {
        const std::size_t got = file.read(std::span(bytes).subspan(taken, std::min(atOnce, bytes.size() - taken)));
        taken += got;
        if (got == 0) break;  // it shrank while it was read: its pages will say that they are cut
    }
    bytes.resize(taken);
    return bytes;
}

Volume readSlices(const std::filesystem::path& file, const VolumeChoice& choice, const std::stop_token& stop) {
    FileReader reader(file);
    if (reader.size() > memoryBudget())
        throw InputError(
            displayName(file),
            "it is " + bytesText(reader.size()) + ", more than the " + bytesText(memoryBudget()) + " of memory that may be used",
            "cut it into parts, or allow more memory (--memory)");
    const SharedFile read(bytesOf(reader, stop));
    if (stop.stop_requested()) return {};
    const std::span<const std::byte> bytes = read.bytes();
    const SliceStack stack = stackIn(imageHeader(bytes, file), formats::TiffFile(bytes, file), choice);
    const VolumeSize size = stack.header.size;
    constexpr std::size_t pageBytes = 16;  // of a pixel, while its page is unpacked
    GrowingVolume volume(file, size, bytes.size() + size.slice() * pageBytes);
    for (int z = 0; z < size.depth; ++z) {
        if (stop.stop_requested()) return {};
        const int page = stack.layout.pageOf(choice.time, z, stack.colours > 1 ? 0 : choice.channel);
        const RawImage slice = sliceOf(read, file, page, size);
        const int channel = stack.colours > 1 ? choice.channel : 0;
        if (channel >= slice.image.channels())
            throw InputError(displayName(file),
                             "page " + std::to_string(page) + " (the first is 0) is grey, and the first is not",
                             "export it again with slices of one kind");
        slice.image.visit(
            [&](const auto& pixels) {
                const std::span<float> values = volume.next(size.slice());
                std::transform(pixels.begin(), pixels.end(), values.begin(),
                               [](auto pixel) { return static_cast<float>(pixel); });
            },
            channel);
        if (!slice.image.holdsWholeNumbers()) volume.maskNotFinite();
    }
    return volume.finish(stack.header.spacing);
}

VolumeHeader slicesHeader(const std::filesystem::path& file, const VolumeChoice& choice) {
    const FileReader reader(file);
    return stackIn(imageHeader(file), formats::TiffFile(reader), choice).header;
}

}  // namespace

VolumeFormat tiff() {
    return {"TIFF", isTiffStack, slicesHeader, readSlices};
}

}  // namespace coarsen::volumes
