// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/image/picture_bytes.hpp"

#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <spng.h>
#include <tiffio.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

// libjpeg's header needs <cstdio> before it.
#include <jpeglib.h>

namespace coarsen::test {

Bytes bytesOf(const std::string& hexadecimal) {
    Bytes bytes;
    std::string digits;
    for (const char c : hexadecimal) {
        if (c == ' ' || c == '\n') continue;
        digits += c;
        if (digits.size() < 2) continue;
        bytes.push_back(static_cast<std::byte>(std::stoi(digits, nullptr, 16)));
        digits.clear();
    }
    return bytes;
}

Bytes pngOf(const PngRecipe& recipe) {
    spng_ctx* context = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    spng_ihdr ihdr{recipe.width,
                   recipe.height,
                   static_cast<std::uint8_t>(recipe.bits),
                   static_cast<std::uint8_t>(recipe.colourType),
                   0,
                   0,
                   static_cast<std::uint8_t>(recipe.isInterlaced)};
    spng_set_ihdr(context, &ihdr);
    spng_trns transparency{};
    if (!recipe.palette.empty()) {
        spng_plte palette{};
        palette.n_entries = static_cast<std::uint32_t>(recipe.palette.size());
        for (std::size_t i = 0; i < recipe.palette.size(); ++i)
            palette.entries[i] = {recipe.palette[i][0], recipe.palette[i][1], recipe.palette[i][2], 255};
        spng_set_plte(context, &palette);
        transparency.n_type3_entries = static_cast<std::uint32_t>(recipe.paletteAlpha.size());
        std::copy(recipe.paletteAlpha.begin(), recipe.paletteAlpha.end(), transparency.type3_alpha);
    }
    if (recipe.transparentGrey >= 0) transparency.gray = static_cast<std::uint16_t>(recipe.transparentGrey);
    if (recipe.transparentGrey >= 0 || !recipe.paletteAlpha.empty()) spng_set_trns(context, &transparency);
    spng_phys size{recipe.pixelsPerMetre, recipe.pixelsPerMetre, 1};
    if (recipe.pixelsPerMetre) spng_set_phys(context, &size);
    int error = spng_encode_image(context, recipe.samples.data(), recipe.samples.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    std::size_t length = 0;
    void* made = error ? nullptr : spng_get_png_buffer(context, &length, &error);
    const auto* first = static_cast<const std::byte*>(made);
    const Bytes bytes(first, first + length);
    std::free(made);
    spng_ctx_free(context);
    if (error) throw std::runtime_error(spng_strerror(error));
    return bytes;
}

namespace {

/// A little-endian EXIF block with orientation, DateTimeOriginal and its fraction.
Bytes exifBlock(int orientation) {
    Bytes block = bytesOf(
        "45786966 0000"                           // Exif
        "49492A00 08000000 0200"                  // two entries
        "1201 0300 01000000 00000000"             // orientation
        "6987 0400 01000000 26000000 00000000"    // EXIF directory at 38
        "0200 0390 0200 14000000 44000000"        // DateTimeOriginal, 20 characters at 68
        "9192 0200 03000000 32350000 00000000");  // SubSecTimeOriginal "25"
    block[6 + 8 + 2 + 8] = static_cast<std::byte>(orientation);
    for (const char c : std::string("2009:03:16 14:00:00"))
        block.push_back(static_cast<std::byte>(c));
    block.push_back(std::byte{0});
    return block;
}

void append(Bytes& bytes, std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i)
        bytes.push_back(static_cast<std::byte>(value >> 8 * i));
}

/// One entry of a TIFF's directory with its values as they are stored.
struct Entry {
    std::uint16_t tag = 0, type = 0;
    std::uint32_t count = 0;
    Bytes values;
};

enum FieldType : std::uint16_t {
    byteField = 1,
    textField = 2,
    shortField = 3,
    longField = 4,
    ratioField = 5,
    signedRatioField = 10
};

Entry entry(std::uint16_t tag, FieldType type, const std::vector<std::uint32_t>& values) {
    Entry made{tag, type, static_cast<std::uint32_t>(values.size()), {}};
    for (const std::uint32_t value : values)
        append(made.values, value, type == shortField ? 2 : type == byteField || type == textField ? 1 : 4);
    if (type == ratioField || type == signedRatioField) made.count /= 2;
    return made;
}

Entry entry(std::uint16_t tag, const std::string& text) {
    return entry(tag, textField, {text.c_str(), text.c_str() + text.size() + 1});
}

/// A directory that stands at `at`, with what its entries are too long to hold behind it.
Bytes directory(const std::vector<Entry>& entries, std::size_t at) {
    Bytes head, tail;
    append(head, static_cast<std::uint32_t>(entries.size()), 2);
    const std::size_t tailAt = at + 2 + 12 * entries.size() + 4;
    for (const Entry& each : entries) {
        append(head, each.tag, 2);
        append(head, each.type, 2);
        append(head, each.count, 4);
        Bytes field = each.values;
        if (field.size() > 4) {
            append(head, static_cast<std::uint32_t>(tailAt + tail.size()), 4);
            tail.insert(tail.end(), field.begin(), field.end());
        } else {
            field.resize(4);
            head.insert(head.end(), field.begin(), field.end());
        }
    }
    append(head, 0, 4);
    head.insert(head.end(), tail.begin(), tail.end());
    return head;
}

/// `change` may set what else the codec writes into its header.
template <typename Change>
Bytes jpegWith(int width, int height, int channels, const Bytes& exif, Change change) {
    jpeg_compress_struct codec{};
    jpeg_error_mgr errors{};
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    unsigned char* made = nullptr;
    unsigned long length = 0;
    jpeg_mem_dest(&codec, &made, &length);
    codec.image_width = static_cast<JDIMENSION>(width);
    codec.image_height = static_cast<JDIMENSION>(height);
    codec.input_components = channels;
    codec.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, 100, TRUE);
    change(codec);
    jpeg_start_compress(&codec, TRUE);
    if (!exif.empty())
        jpeg_write_marker(&codec, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(exif.data()),
                          static_cast<unsigned>(exif.size()));
    for (int y = 0; y < height; ++y) {
        std::vector<JSAMPLE> row(static_cast<std::size_t>(width * channels), 0);
        if (y < height / 2) std::fill_n(row.begin(), width / 2 * channels, JSAMPLE{255});
        JSAMPROW pointer = row.data();
        jpeg_write_scanlines(&codec, &pointer, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    const auto* first = reinterpret_cast<const std::byte*>(made);
    const Bytes bytes(first, first + length);
    std::free(made);
    return bytes;
}

}  // namespace

Bytes jpegOf(int width, int height, int channels, int exif) {
    return jpegWith(width, height, channels, exif ? exifBlock(exif) : Bytes(), [](jpeg_compress_struct&) {});
}

Bytes jpegOf(const JpegWords& words) {
    std::vector<Entry> main, photo;
    for (const auto& [tag, text] : words.main)
        main.push_back(entry(tag, text));
    const auto ratio = [](std::uint16_t tag, double value) {
        return entry(tag, ratioField, {static_cast<std::uint32_t>(value * 1000 + 0.5), 1000});
    };
    if (words.xResolution > 0) main.push_back(ratio(0x11A, words.xResolution));
    if (words.yResolution > 0) main.push_back(ratio(0x11B, words.yResolution));
    if (words.resolutionUnit > 0) main.push_back(entry(0x128, shortField, {static_cast<std::uint32_t>(words.resolutionUnit)}));
    for (const auto& [tag, text] : words.photo)
        photo.push_back(entry(tag, text));
    Bytes block;
    if (!main.empty() || !photo.empty()) {
        constexpr std::size_t mainAt = 8;
        main.push_back(entry(0x8769, longField, {0}));
        std::ranges::sort(main, {}, &Entry::tag);
        const std::size_t photoAt = mainAt + directory(main, mainAt).size();
        for (Entry& each : main)
            if (each.tag == 0x8769) each = entry(0x8769, longField, {static_cast<std::uint32_t>(photoAt)});
        block = bytesOf("45786966 0000 49492A00 08000000");
        for (const Bytes& part : {directory(main, mainAt), directory(photo, photoAt)})
            block.insert(block.end(), part.begin(), part.end());
    }
    return jpegWith(8, 8, 1, block, [&](jpeg_compress_struct& codec) {
        codec.write_JFIF_header = words.densityUnit >= 0 ? TRUE : FALSE;
        if (words.densityUnit < 0) return;
        codec.density_unit = static_cast<UINT8>(words.densityUnit);
        codec.X_density = codec.Y_density = static_cast<UINT16>(words.density);
    });
}

Bytes dngOf(const DngRecipe& recipe) {
    const Bytes exif = directory({entry(0x9003, "2009:03:16 14:00:00"), entry(0x9291, "25")}, 8);
    const std::uint32_t pixelsAt = 1024, pixelBytes = 2 * recipe.width * recipe.height;
    std::vector<Entry> entries{
        entry(254, longField, {0}),
        entry(256, longField, {recipe.width}),
        entry(257, longField, {recipe.height}),
        entry(258, shortField, {16}),
        entry(259, shortField, {1}),
        entry(262, shortField, {recipe.isMonochrome ? 34892u : 32803u}),
        entry(271, "Nobody"),
        entry(272, "Nothing"),
        entry(273, longField, {pixelsAt}),
        entry(274, shortField, {static_cast<std::uint32_t>(recipe.orientation)}),
        entry(277, shortField, {1}),
        entry(278, longField, {recipe.height}),
        entry(279, longField, {pixelBytes}),
        entry(33421, shortField, {2, 2}),
        entry(33422, byteField, {0, 1, 1, 2}),
        entry(34665, longField, {8}),
        entry(50706, byteField, {1, 4, 0, 0}),
        entry(50708, "Nobody Nothing"),
        entry(50714, longField, {recipe.black}),
        entry(50717, longField, {recipe.white}),
        entry(50721, signedRatioField, {1, 2, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 3, 4}),  // a sensor that sees little red
        entry(50728, ratioField, {1, 2, 1, 1, 3, 4}),
    };
    if (recipe.isMonochrome) std::erase_if(entries, [](const Entry& each) { return each.tag == 33421 || each.tag == 33422; });

    Bytes bytes = bytesOf("49492A00");
    append(bytes, static_cast<std::uint32_t>(8 + exif.size()), 4);
    bytes.insert(bytes.end(), exif.begin(), exif.end());
    const Bytes main = directory(entries, bytes.size());
    bytes.insert(bytes.end(), main.begin(), main.end());
    bytes.resize(pixelsAt);
    for (const std::uint16_t sample : recipe.samples)
        append(bytes, sample, 2);
    return bytes;
}

Bytes tiffOf(std::uint32_t width, std::uint32_t height, int pages, const std::function<void(TIFF*, int)>& write,
             const char* mode) {
    const TemporaryFolder folder;
    TIFF* tiff = TIFFOpen((folder / "made.tif").c_str(), mode);
    for (int page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 2);
        write(tiff, page);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    return readWhole(folder / "made.tif");
}

}  // namespace coarsen::test
