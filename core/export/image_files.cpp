// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/image_files.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/write_png.hpp"

#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace coarsen {

namespace {

StorageError notEncoded(const std::filesystem::path& file, const std::string& reason) {
    return StorageError(displayName(file), "the picture could not be made (" + reason + ")",
                        "close other programs, then try again");
}

/// A file in memory that libtiff writes into.
struct MemoryFile {
    std::vector<std::byte> bytes;
    std::size_t at = 0;
};

tmsize_t readMemory(thandle_t handle, void* to, tmsize_t size) {
    auto& file = *static_cast<MemoryFile*>(handle);
    const std::size_t count = std::min(static_cast<std::size_t>(size), file.bytes.size() - std::min(file.at, file.bytes.size()));
    std::memcpy(to, file.bytes.data() + file.at, count);
    file.at += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t writeMemory(thandle_t handle, void* from, tmsize_t size) {
    auto& file = *static_cast<MemoryFile*>(handle);
    const auto count = static_cast<std::size_t>(size);
    if (file.bytes.size() < file.at + count) file.bytes.resize(file.at + count);
    std::memcpy(file.bytes.data() + file.at, from, count);
    file.at += count;
    return size;
}

toff_t seekMemory(thandle_t handle, toff_t offset, int whence) {
    auto& file = *static_cast<MemoryFile*>(handle);
    const std::size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file.at : file.bytes.size();
    file.at = base + static_cast<std::size_t>(offset);
    return file.at;
}

int closeMemory(thandle_t) {
    return 0;
}

toff_t sizeOfMemory(thandle_t handle) {
    return static_cast<MemoryFile*>(handle)->bytes.size();
}

struct CloseTiff {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

/// Size of a plane, and which of how many pages it becomes.
struct PlanePage {
    std::size_t width, height, number, count;
};

void writePage(TIFF* t, const std::filesystem::path& file, const PlanePage& page, std::vector<float>& pixels) {
    TIFFSetField(t, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(page.width));
    TIFFSetField(t, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(page.height));
    TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 32);
    TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(t, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(t, TIFFTAG_ROWSPERSTRIP,
                 static_cast<std::uint32_t>(std::clamp<std::size_t>((1u << 16) / page.width, 1, page.height)));
    if (page.count > 1) {
        TIFFSetField(t, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
        TIFFSetField(t, TIFFTAG_PAGENUMBER, static_cast<std::uint16_t>(page.number), static_cast<std::uint16_t>(page.count));
    }
    for (std::size_t y = 0; y < page.height; ++y)
        if (TIFFWriteScanline(t, pixels.data() + y * page.width, static_cast<std::uint32_t>(y), 0) < 0)
            throw notEncoded(file, "TIFF");
    if (TIFFWriteDirectory(t) == 0) throw notEncoded(file, "TIFF");
}

/// Writes a page of float32 a plane with deflate, row by row as given. Without a predictor: common readers know none for floats.
void writeFloats(const std::filesystem::path& file, std::size_t width, std::size_t height,
                 std::vector<std::vector<float>> planes) {
    MemoryFile memory;
    {
        const std::unique_ptr<TIFF, CloseTiff> tiff(TIFFClientOpen(displayName(file).c_str(), "wm", &memory, readMemory,
                                                                   writeMemory, seekMemory, closeMemory, sizeOfMemory, nullptr,
                                                                   nullptr));
        if (!tiff) throw notEncoded(file, "TIFF");
        TIFF* const t = tiff.get();
        for (std::size_t page = 0; page < planes.size(); ++page)
            writePage(t, file, {width, height, page, planes.size()}, planes[page]);
    }
    writeWhole(file, memory.bytes);
}

}  // namespace

void writeMapTiff(const std::filesystem::path& file, const CorrelationMap& map) {
    const int R = map.maxLag();
    const auto side = static_cast<std::size_t>(2 * R + 1);
    std::vector<float> pixels;
    pixels.reserve(side * side);
    for (int Y0 = -R; Y0 <= R; ++Y0)
        for (int X0 = -R; X0 <= R; ++X0)
            pixels.push_back(static_cast<float>(map.at(X0, Y0)));
    writeFloats(file, side, side, {std::move(pixels)});
}

void writeFloatTiff(const std::filesystem::path& file, const Image& image, double greyUnit) {
    if (image.isEmpty()) throw notEncoded(file, "it has no pixels");
    const Image floats = image.asFloat();
    std::vector<std::vector<float>> planes;
    for (int channel = 0; channel < image.channels(); ++channel) {
        const auto plane = floats.plane<float>(channel);
        std::vector<float>& pixels = planes.emplace_back(plane.begin(), plane.end());
        if (greyUnit == 1) continue;
        for (float& pixel : pixels)
            pixel = static_cast<float>(pixel * greyUnit);
    }
    writeFloats(file, static_cast<std::size_t>(image.width()), static_cast<std::size_t>(image.height()), std::move(planes));
}

void writeMaskPng(const std::filesystem::path& file, const Mask& mask, int width, int height) {
    std::vector<std::uint8_t> samples(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    const auto valid = mask.pixels();
    std::transform(valid.begin(), valid.end(), samples.begin(),
                   [](std::uint8_t isValid) { return static_cast<std::uint8_t>(isValid ? 0 : 255); });
    writeGreyPng(file, Image(width, height, std::move(samples)));
}

}  // namespace coarsen
