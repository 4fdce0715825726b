// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged, odd and mistaken pictures: one among sound ones, or a whole series of them.
#include "core/export/image_files.hpp"
#include "core/image/decode.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/nasty/nasty_input.hpp"
#include "tests/nasty/second_of_three.hpp"

#include <spng.h>
#include <tiffio.h>

#include <algorithm>
#include <limits>
#include <sys/stat.h>
#include <zlib.h>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t endOfPng = 12;  // IEND

std::string bigEndian(std::size_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> shift & 255);
    return bytes;
}

/// A chunk of a PNG with its checksum.
std::string chunk(const std::string& type, const std::string& content) {
    const std::string typed = type + content;
    return bigEndian(content.size()) + typed + bigEndian(crc32_z(0, reinterpret_cast<const Bytef*>(typed.data()), typed.size()));
}

/// The header of a PNG for another size, sound in itself.
void resizePng(std::string& png, std::size_t width, std::size_t height) {
    const std::string rest = png.substr(24, 5);
    png.replace(8, 25, chunk("IHDR", bigEndian(width) + bigEndian(height) + rest));
}

/// The picture's pixels as floats, each `factor` times as large and `offset` more.
std::vector<float> floatsOf(const fs::path& file, double factor = 1, double offset = 0) {
    std::vector<float> pixels;
    decode(file).image.visit([&](auto plane) {
        for (const auto value : plane)
            pixels.push_back(static_cast<float>(static_cast<double>(value) * factor + offset));
    });
    return pixels;
}

/// Puts a TIFF of floats in the picture's place, under its name: what it is stands in its bytes.
void makeFloat(const fs::path& file, std::vector<float> pixels) {
    const Image image = decode(file).image;
    writeFloatTiff(file, Image(image.width(), image.height(), std::move(pixels)));
}

template <typename T>
void makeTiff(const fs::path& file, std::vector<T> pixels, int format, const std::function<void(TIFF*)>& set = {}) {
    const Image image = decode(file).image;
    const auto height = static_cast<std::uint32_t>(image.height());
    make::file(file, textOf(test::tiffOf(static_cast<std::uint32_t>(image.width()), height, 1, [&](TIFF* tiff, int) {
                   TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8 * static_cast<int>(sizeof(T)));
                   TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format);
                   TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, height);
                   if (set) set(tiff);
                   TIFFWriteEncodedStrip(tiff, 0, pixels.data(), static_cast<tmsize_t>(pixels.size() * sizeof(T)));
               })));
}

template <typename T>
std::vector<T> rounded(const std::vector<float>& pixels) {
    std::vector<T> whole;
    for (const float pixel : pixels)
        whole.push_back(static_cast<T>(pixel));
    return whole;
}

using Spoil = std::function<void(const fs::path& file)>;

Spoil bytesChanged(const std::function<void(std::string& bytes)>& change) {
    return [change](const fs::path& file) { make::changed(file, change); };
}

Spoil replacedBy(const std::string& bytes) {
    return [bytes](const fs::path& file) { make::file(file, bytes); };
}

int statusOf(const std::string& frames) {
    if (frames.find("ok") == std::string::npos && frames.find("no-peak") == std::string::npos) return 1;
    return frames.find("failed") == std::string::npos && frames.find("no-peak") == std::string::npos ? 0 : 3;
}

enum class Through { commandLine, windowToo };

/// Three pictures of which the second is spoilt.
NastyInput oneOfThree(std::string name, const Spoil& spoil, std::vector<std::string> words,
                      const std::string& frames = "ok failed ok", Through through = Through::windowToo) {
    NastyInput input;
    input.name = std::move(name);
    input.make = [spoil](const fs::path& folder) {
        make::series(folder / "images");
        spoil(folder / "images" / make::pictureName(1));
    };
    input.answer = {.status = statusOf(frames), .words = words, .frames = frames};
    if (through == Through::windowToo) input.window = WindowAnswer{.words = std::move(words), .frames = frames};
    return input;
}

/// Three pictures, all of them so.
NastyInput allThree(std::string name, const Spoil& spoil, std::vector<std::string> words, const std::string& frames,
                    Through through = Through::windowToo) {
    NastyInput input = oneOfThree(std::move(name), spoil, std::move(words), frames, through);
    input.make = [spoil](const fs::path& folder) {
        make::series(folder / "images");
        for (int frame = 0; frame < 3; ++frame)
            spoil(folder / "images" / make::pictureName(frame));
    };
    return input;
}

void append(NastyInputs& all, NastyInputs more) {
    std::ranges::move(more, std::back_inserter(all));
}

NastyInputs pngs() {
    const auto flipped = [](std::size_t fromEnd) {
        return bytesChanged([=](std::string& png) { png[png.size() - fromEnd] ^= 4; });
    };
    return {
        oneOfThree("EmptyPicture", replacedBy(""), {make::pictureName(1), "the file is empty"}, "ok failed ok"),
        oneOfThree("PngOfOneByte", replacedBy("\x89"), {make::pictureName(1)}),
        oneOfThree("PngOfItsSignatureAlone", replacedBy("\x89PNG\r\n\x1a\n"), {make::pictureName(1)}),
        oneOfThree("PngCutInItsHeader", bytesChanged([](std::string& png) { png.resize(20); }), {make::pictureName(1)}),
        oneOfThree("PngCutInTheMiddle", bytesChanged([](std::string& png) { png.resize(png.size() / 2); }),
                   {"it ends", "copy it again"}, "ok failed ok"),
        oneOfThree("PngCutInItsLastChecksum", bytesChanged([](std::string& png) { png.resize(png.size() - endOfPng - 1); }),
                   {"it ends after about 119 of 120 rows"}),
        oneOfThree("PngWithoutItsEnd", bytesChanged([](std::string& png) { png.resize(png.size() - endOfPng); }), {}, "ok ok ok"),
        oneOfThree("PngWhoseLastPixelsAreDamaged", flipped(endOfPng + 6), {"it is damaged (the checksum of its bytes"},
                   "ok failed ok"),
        oneOfThree("PngWhoseLastChecksumIsDamaged", flipped(endOfPng + 1), {"it is damaged (the checksum of its bytes"}),
        oneOfThree("PngDamagedInTheMiddle", bytesChanged([](std::string& png) { png[png.size() / 2] ^= 1; }),
                   {"it is damaged (the checksum of its bytes"}),
        oneOfThree("PngWhoseHeaderIsDamaged", bytesChanged([](std::string& png) { png[19] ^= 1; }),
                   {"the checksum of its bytes 8 to 32"}),
        oneOfThree("PngWithADamagedText", bytesChanged([](std::string& png) {
                       std::string text = chunk("tEXt", "Comment\0by hand");
                       text[12] ^= 1;
                       png.insert(33, text);
                   }),
                   {"the checksum of its bytes 33 to"}),
        oneOfThree("PngThatPromisesMore", bytesChanged([](std::string& png) { resizePng(png, 16000, 12000); }),
                   {"Frame 1 is 16000 × 12000, the others are 160 × 120"}),
        oneOfThree("PngLargerThanAnyPicture", bytesChanged([](std::string& png) { resizePng(png, 2147483647, 2147483647); }),
                   {"2147483647 x 2147483647 pixels"}, "ok failed ok"),
        oneOfThree("PngWithoutWidth", bytesChanged([](std::string& png) { resizePng(png, 0, 120); }), {make::pictureName(1)}),
        oneOfThree("PngOfThreePictures",
                   bytesChanged([](std::string& png) { png.insert(33, chunk("acTL", bigEndian(3) + bigEndian(0))); }),
                   {"it is an animation of 3 pictures"}),
        oneOfThree("PngWithRubbishBehindIt", bytesChanged([](std::string& png) { png += std::string(5000, 'x'); }), {},
                   "ok ok ok"),
        oneOfThree("PngThatCallsItselfAnotherSize", bytesChanged([](std::string& png) { resizePng(png, 158, 120); }),
                   {"Frame 1 is 158 × 120, the others are 160 × 120"}),
        oneOfThree(
            "PngOfOneGrey",
            replacedBy(textOf(test::pngOf({.width = 160, .height = 120, .samples = std::vector<std::uint8_t>(160 * 120, 90)}))),
            {"Frame 1 is one flat grey"}, "ok failed ok"),
        oneOfThree(
            "BlackPng",
            replacedBy(textOf(test::pngOf({.width = 160, .height = 120, .samples = std::vector<std::uint8_t>(160 * 120, 0)}))),
            {"Frame 1 is one flat grey"}),
        oneOfThree("SmallerPng",
                   replacedBy(textOf(test::pngOf({.width = 80, .height = 60, .samples = std::vector<std::uint8_t>(80 * 60, 9)}))),
                   {"Frame 1 is 80 × 60, the others are 160 × 120"}),
        allThree(
            "PngsPartlyTransparent",
            [](const fs::path& file) {
                const auto greys = rounded<std::uint8_t>(floatsOf(file));
                std::vector<std::uint8_t> samples;
                for (std::size_t i = 0; i < greys.size(); ++i)
                    samples.insert(samples.end(), {greys[i], static_cast<std::uint8_t>(i < 1920 ? 7 : 255)});
                make::file(
                    file, textOf(test::pngOf(
                              {.width = 160, .height = 120, .colourType = SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, .samples = samples})));
            },
            {"Transparent pixels are measured as if they were opaque",
             "3 of 3 frames, first ring_0000_t0s.png (10 % of its pixels)"},
            "ok ok ok"),
        allThree("PngsOfOneColumn", replacedBy(textOf(test::pngOf({.width = 1, .height = 3, .samples = {1, 2, 3}}))),
                 {"1 × 3 px", "too small to correlate"}, "failed failed failed"),
        allThree("PngsOfOneRow", replacedBy(textOf(test::pngOf({.width = 3, .height = 1, .samples = {1, 2, 3}}))),
                 {"3 × 1 px", "too small to correlate"}, "failed failed failed"),
        allThree("PngsOfOnePixel", replacedBy(textOf(test::pngOf({.width = 1, .height = 1, .samples = {1}}))),
                 {"1 × 1 px", "too small to correlate"}, "failed failed failed"),
        allThree("PngsAllDamaged", flipped(endOfPng + 6), {"the checksum of its bytes"}, "failed failed failed"),
    };
}

/// Files that have a picture's name and are none, or another.
NastyInputs misnamed() {
    using namespace std::string_literals;
    return {
        oneOfThree("TextNamedPng", replacedBy("frame,time_s\n0,1\n"), {"it begins with text, not with an image"}, "ok failed ok"),
        oneOfThree("WebPageNamedPng", replacedBy("<!DOCTYPE html><title>404 Not Found</title>"), {"it is a web page"}),
        oneOfThree("GifOfItsHeaderAlone", replacedBy("GIF89a\x01\0\x01\0\0\0\0"s), {make::pictureName(1)}),
        oneOfThree("PdfNamedPng", replacedBy("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"s), {"it is a PDF document"}),
        oneOfThree("ZipNamedPng", replacedBy("PK\x03\x04\x14\0\0\0\b\0"s), {"it is a ZIP archive"}),
        oneOfThree("HeicNamedPng",
                   replacedBy("\0\0\0\x18"
                              "ftypheic\0\0\0\0mif1heic"s),
                   {"it is a HEIC picture"}),
        oneOfThree("ZerosNamedPng", replacedBy(std::string(30000, '\0')), {"unsupported or damaged image"}),
        oneOfThree("BmpHeaderOfText", replacedBy("BM"), {make::pictureName(1)}),
        oneOfThree(
            "PictureThatIsAPipe",
            [](const fs::path& file) {
                fs::remove(file);
                ::mkfifo(file.c_str(), 0600);
            },
            {make::pictureName(1)}, "ok failed ok"),
        oneOfThree(
            "PictureThatIsADanglingLink",
            [](const fs::path& file) {
                fs::remove(file);
                fs::create_symlink("nowhere.png", file);
            },
            {make::pictureName(1)}, "ok failed ok"),
        oneOfThree("PictureThatIsALinkToItself",
                   [](const fs::path& file) {
                       fs::remove(file);
                       fs::create_symlink(file.filename(), file);
                   },
                   {make::pictureName(1)}),
        oneOfThree(
            "PictureThatIsAFolder",
            [](const fs::path& file) {
                fs::remove(file);
                fs::create_directory(file);
            },
            {"Subfolders are not searched: " + make::pictureName(1)}, "ok ok"),
        {.name = "FolderThatIsALink",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "elsewhere");
                 fs::create_directory_symlink(folder / "elsewhere", folder / "images");
             },
         .answer = {.frames = "ok ok ok"}},
        {.name = "FolderThatHoldsALinkToItself",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 fs::create_directory_symlink(".", folder / "images" / "again");
             },
         .answer = {.frames = "ok ok ok"}},
        {.name = "FolderOfALinkToItselfAlone",
         .make =
             [](const fs::path& folder) {
                 fs::create_directory(folder / "images");
                 fs::create_directory_symlink(".", folder / "images" / "again");
             },
         .answer = {.status = 2, .words = {"images"}}},
        oneOfThree(
            "PictureThatIsALinkToAnother",
            [](const fs::path& file) {
                fs::remove(file);
                fs::create_symlink(make::pictureName(0), file);
            },
            {}, "ok ok ok"),
    };
}

NastyInputs jpegsAndBmps() {
    const std::string jpeg = textOf(test::jpegOf(160, 120, 1, 0));
    return {
        oneOfThree("JpegNamedPng", replacedBy(jpeg), {}, "ok no-peak ok"),  // a black and a white part: no length
        oneOfThree("JpegCutInTheMiddle", replacedBy(jpeg.substr(0, jpeg.size() * 3 / 4)), {"it ends"}),
        oneOfThree("JpegForPrinting", replacedBy(textOf(test::jpegOf(160, 120, 4, 0))),
                   {"its colours are made for printing (CMYK)"}),
        oneOfThree("JpegWhosePixelsLeaveBytesOver",
                   replacedBy(std::string(jpeg).insert(jpeg.size() - 2, "0123456789012345678901234567890")),
                   {"it is damaged (Corrupt JPEG data"}),
        oneOfThree("JpegFilledUp", replacedBy(std::string(jpeg).insert(jpeg.size() - 2, std::string(512, '\0'))), {},
                   "ok no-peak ok"),
        oneOfThree("JpegOfItsFirstBytes", replacedBy(jpeg.substr(0, 4)), {make::pictureName(1)}),
        oneOfThree(
            "BmpCutInTheMiddle",
            replacedBy(textOf(test::bytesOf("424D 00000000 00000000 36000000 28000000 A0000000 78000000 0100 1800 00000000 "
                                            "00000000 00000000 00000000 00000000 00000000 0102"))),
            {"it ends after 56 of 57654 bytes"}),
        oneOfThree(
            "BmpOfRunLengths",
            replacedBy(textOf(test::bytesOf("424D 00000000 00000000 36000000 28000000 A0000000 78000000 0100 0800 01000000 "
                                            "00000000 00000000 00000000 00000000 00000000 0102"))),
            {"compressed by run lengths (RLE)"}),
        oneOfThree(
            "BmpWiderThanAnyPicture",
            replacedBy(textOf(test::bytesOf("424D 00000000 00000000 36000000 28000000 FFFFFF7F 78000000 0100 1800 00000000 "
                                            "00000000 00000000 00000000 00000000 00000000 0102"))),
            {"2147483647 x 120 pixels"}),
    };
}

NastyInputs tiffs() {
    constexpr float none = std::numeric_limits<float>::quiet_NaN(), largest = std::numeric_limits<float>::max();
    const auto times = [](double factor, double offset = 0) {
        return [=](const fs::path& file) { makeFloat(file, floatsOf(file, factor, offset)); };
    };
    const auto lit = [](const fs::path& file, double offset) {  // light that falls to a half across the picture
        std::vector<float> pixels = floatsOf(file);
        constexpr std::size_t width = 160;
        for (std::size_t i = 0; i < pixels.size(); ++i)
            pixels[i] = static_cast<float>(pixels[i] * (1 - 0.5 * static_cast<double>(i % width) / width) + offset);
        return pixels;
    };
    const auto cornerOf = [](float value) {
        return [=](const fs::path& file) {
            std::vector<float> pixels = floatsOf(file);
            std::fill_n(pixels.begin(), 1920, value);
            makeFloat(file, std::move(pixels));
        };
    };
    const std::string masked = "Pixels that are no numbers (NaN, infinite, fill values) are masked";
    return {
        allThree("FloatsOf1e30", times(1e30), {}, "ok ok ok"),
        allThree("FloatsOf1e15WithAnOffset", times(1e15, 1e17), {}, "ok ok ok"),
        allThree("FloatsOf1eMinus30", times(1e-30), {}, "ok ok ok"),
        allThree("FloatsOf1eMinus37", times(1e-37), {}, "ok ok ok"),
        allThree(
            "FloatsThatAreAllNegative", [=](const fs::path& file) { makeFloat(file, lit(file, -30000)); },
            {"Flatten has subtracted the background instead of dividing by it"}, "ok ok ok"),
        allThree(
            "SignedNumbersBelowZero",
            [=](const fs::path& file) { makeTiff(file, rounded<std::int16_t>(lit(file, -20000)), SAMPLEFORMAT_INT); },
            {"Flatten has subtracted the background instead of dividing by it", "3 of 3 frames, first ring_0000_t0s.png."},
            "ok ok ok"),
        allThree(
            "SignedNumbersAboutZero",
            [=](const fs::path& file) { makeTiff(file, rounded<std::int16_t>(lit(file, -128)), SAMPLEFORMAT_INT); },
            {"Flatten has subtracted the background instead of dividing by it"}, "ok ok ok"),
        allThree("FloatsOfWhichSomeAreNoNumber", cornerOf(none),
                 {masked, "3 of 3 frames, first ring_0000_t0s.png (10 % of its pixels)"}, "ok ok ok"),
        oneOfThree("FloatsWithInfinity", cornerOf(std::numeric_limits<float>::infinity()), {masked, "1 of 3 frames"}, "ok ok ok"),
        oneOfThree("FloatsWithAFillValue", cornerOf(-largest), {masked, "1 of 3 frames"}, "ok ok ok"),
        oneOfThree(
            "FloatsThatAreAllNoNumber", [=](const fs::path& file) { makeFloat(file, std::vector<float>(160 * 120, none)); },
            {"Frame 1 holds no number: all its pixels are NaN"}, "ok failed ok"),
        oneOfThree("FloatsAllZero", times(0), {"Frame 1 is one flat grey"}),
        oneOfThree("TiffCutInTheMiddle",
                   [](const fs::path& file) {
                       makeTiff(file, rounded<std::uint16_t>(floatsOf(file, 100)), SAMPLEFORMAT_UINT);
                       make::changed(file, [](std::string& tiff) { tiff.resize(tiff.size() / 2); });
                   },
                   {"it ends"}),
        oneOfThree("TiffOfItsFirstBytes", replacedBy(std::string("II*\0\x08\0\0\0", 8)), {"it ends before the directory"}),
        oneOfThree("TiffWhoseDirectoryIsFarAway", replacedBy(std::string("II*\0\xff\xff\xff\x7f", 8)),
                   {"it ends before the directory"}),
        oneOfThree(
            "PackedTiffWithADamagedChecksum",
            [](const fs::path& file) {
                makeTiff(file, rounded<std::uint8_t>(floatsOf(file)), SAMPLEFORMAT_UINT,
                         [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE); });
                make::changed(file, [](std::string& tiff) {  // the directory stands behind the pixels, its place in bytes 4 to 7
                    const auto at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(tiff[i])); };
                    tiff[(at(4) | at(5) << 8 | at(6) << 16) - 3] ^= 1;
                });
            },
            {"it is damaged ("}),
        oneOfThree(
            "TiffOfComplexNumbers",
            [](const fs::path& file) { makeTiff(file, std::vector<std::uint64_t>(160 * 120, 3), SAMPLEFORMAT_COMPLEXIEEEFP); },
            {"it holds complex numbers"}),
        oneOfThree("TiffForPrinting",
                   [](const fs::path& file) {
                       makeTiff(file, std::vector<std::uint8_t>(160 * 120, 3), SAMPLEFORMAT_UINT,
                                [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED); });
                   },
                   {"made for printing (CMYK)"}),
    };
}

}  // namespace

NastyInputs nastyImages() {
    NastyInputs all = pngs();
    append(all, misnamed());
    append(all, jpegsAndBmps());
    append(all, tiffs());
    return all;
}

}  // namespace coarsen::nasty
