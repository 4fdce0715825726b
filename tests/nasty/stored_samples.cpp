// SPDX-License-Identifier: GPL-3.0-or-later
// Files of NumPy, NRRD and FITS as experiments and broken copies leave them, and files of programs that are not read.
#include "core/image/decode.hpp"
#include "tests/nasty/nasty_input.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <zlib.h>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

/// The ring pictures' bytes in another format, each under its name with another ending.
void rewrite(const fs::path& folder, const std::string& ending,
             const std::function<std::string(const std::string& pixels)>& file) {
    make::series(folder);
    for (int frame = 0; frame < 3; ++frame) {
        const fs::path png = folder / make::pictureName(frame);
        std::string pixels;
        const Image image = decode(png).image;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += static_cast<char>(static_cast<unsigned char>(image.at(x, y)));
        fs::remove(png);
        make::file(fs::path(png).replace_extension(ending), file(pixels));
    }
}

std::string asNpy(const std::string& pixels, const std::string& descr = "'|u1'") {
    std::string text = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (120, 160), }";
    text += std::string(117 - text.size(), ' ') + '\n';
    return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(text.size()) + '\0' + text + pixels;
}

std::string asNrrd(const std::string& pixels) {
    uLongf size = compressBound(static_cast<uLong>(pixels.size())) + 64;
    std::string packed(size, '\0');
    z_stream stream{};
    constexpr int gzipFrame = 15 + 16, memory = 8;
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzipFrame, memory, Z_DEFAULT_STRATEGY);
    std::string plain = pixels;
    stream.next_in = reinterpret_cast<Bytef*>(plain.data());
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return "NRRD0004\ntype: uchar\ndimension: 2\nsizes: 160 120\nencoding: gzip\n\n" + packed;
}

std::string asFits(const std::string& pixels) {
    std::string text;
    for (const char* const card :
         {"SIMPLE  =                    T", "BITPIX  =                    8", "NAXIS   =                    2",
          "NAXIS1  =                  160", "NAXIS2  =                  120", "END"})
        text += card + std::string(80 - std::string(card).size(), ' ');
    text.resize(2880, ' ');
    std::string all = text + pixels;
    all.resize((all.size() + 2879) / 2880 * 2880, '\0');
    return all;
}

#ifdef COARSEN_DICOM_PROGRAM
/// The least that DICOM asks of a picture, explicit and little-endian.
std::string asDicom(const std::string& pixels) {
    const auto number = [](std::size_t value, std::size_t bytes) {
        std::string text;
        for (std::size_t i = 0; i < bytes; ++i)
            text += static_cast<char>(value >> 8 * i);
        return text;
    };
    const auto element = [&](unsigned group, unsigned tag, const std::string& kind, const std::string& value) {
        const bool isLong = kind == "OB";
        return number(group, 2) + number(tag, 2) + kind + (isLong ? number(0, 2) : "") + number(value.size(), isLong ? 4 : 2) +
               value;
    };
    const std::string meta = element(2, 0x10, "UI", std::string("1.2.840.10008.1.2.1\0", 20));
    std::string all = std::string(128, '\0') + "DICM" + element(2, 0, "UL", number(meta.size(), 4)) + meta;
    all += element(0x28, 0x02, "US", number(1, 2)) + element(0x28, 0x04, "CS", "MONOCHROME2 ");
    all += element(0x28, 0x10, "US", number(120, 2)) + element(0x28, 0x11, "US", number(160, 2));
    all += element(0x28, 0x100, "US", number(8, 2)) + element(0x28, 0x101, "US", number(8, 2));
    all += element(0x28, 0x102, "US", number(7, 2)) + element(0x28, 0x103, "US", number(0, 2));
    return all + element(0x7FE0, 0x10, "OB", pixels);
}
#endif
/// The highest bit of each sample is turned round, which makes 8 bits signed ones.
std::string asSignedFits(const std::string& pixels) {
    std::string turned = pixels;
    for (char& pixel : turned)
        pixel = static_cast<char>(pixel ^ '\x80');
    std::string all = asFits(turned);
    return all.replace(all.find("END"), 30, "BZERO   =                 -128").replace(480, 3, "END");
}

std::string asGsf(const std::string& pixels) {
    std::string text = "Gwyddion Simple Field 1.0\nXRes = 160\nYRes = 120\n";
    text.resize((text.size() / 4 + 1) * 4, '\0');
    for (const char pixel : pixels) {
        const float value = static_cast<unsigned char>(pixel);
        text.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return text;
}

std::string asMrc(const std::string& pixels) {
    std::string header(1024, '\0');
    const auto put = [&](std::size_t at, auto number) {
        header.replace(at, sizeof number, reinterpret_cast<const char*>(&number), sizeof number);
    };
    const std::array<std::int32_t, 3> sides{160, 120, 1};
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
        put(4 * axis, sides[axis]);
        put(28 + 4 * axis, sides[axis]);
        put(64 + 4 * axis, static_cast<std::int32_t>(axis + 1));
    }
    put(12, std::int32_t{6});  // 16 bits from 0
    header.replace(208, 6, "MAP DD");
    for (const char pixel : pixels)
        header += std::string{pixel, '\0'};
    return header;
}

std::string asMeta(const std::string& pixels) {
    return "NDims = 2\nDimSize = 160 120\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n" + pixels;
}

using SpoilBytes = std::function<void(std::string& bytes)>;

/// Three sound files of a format of which the second is spoilt.
NastyInput second(const std::string& name, const std::string& ending, const std::function<std::string(const std::string&)>& file,
                  const SpoilBytes& spoil, std::vector<std::string> words) {
    NastyInput input;
    input.name = name;
    input.make = [=](const fs::path& folder) {
        rewrite(folder / "images", ending, file);
        make::changed(fs::path(folder / "images" / make::pictureName(1)).replace_extension(ending), spoil);
    };
    const bool isSound = words.empty();
    input.answer = {.status = isSound ? 0 : 3, .words = words, .frames = isSound ? "ok ok ok" : "ok failed ok"};
    input.window = WindowAnswer{.words = std::move(words), .frames = input.answer.frames};
    return input;
}

const auto npy = [](const std::string& pixels) { return asNpy(pixels); };

NastyInputs damagedOnes() {
    const auto cut = [](std::string& bytes) { bytes.resize(bytes.size() / 2); };
    return {
        second("NpyPictures", ".npy", npy, [](std::string&) {}, {}),
        second("NpyCutInTheMiddle", ".npy", npy, cut, {"of 19200 bytes"}),
        second("NpyCutInItsHeader", ".npy", npy, [](std::string& bytes) { bytes.resize(40); }, {"its header ends early"}),
        second("NpyOfAnotherShape", ".npy", npy,
               [](std::string& bytes) { bytes.replace(bytes.find("(120, 160)"), 10, "(160, 120)"); },
               {"Frame 1 is 120 × 160, the others are 160 × 120"}),
        second("NpyOfRecords", ".npy", npy, [](std::string& bytes) { bytes.replace(bytes.find("'|u1'"), 5, "[('a'"); },
               {"records of several fields"}),
        second("NrrdPictures", ".nrrd", asNrrd, [](std::string&) {}, {}),
        second("NrrdWithAFlippedBit", ".nrrd", asNrrd, [](std::string& bytes) { bytes[bytes.size() / 2] ^= 4; },
               {"it is damaged"}),
        second("NrrdWithADamagedChecksum", ".nrrd", asNrrd, [](std::string& bytes) { bytes[bytes.size() - 6] ^= 4; },
               {"it is damaged"}),
        second("NrrdCutInTheMiddle", ".nrrd", asNrrd, cut, {"ring_0001_t60s.nrrd"}),
        second("NrrdWithoutSizes", ".nrrd", asNrrd, [](std::string& bytes) { bytes.replace(bytes.find("sizes:"), 6, "sides:"); },
               {"lacks the field sizes"}),
#ifdef COARSEN_DICOM_PROGRAM
        second("DicomPictures", ".dcm", asDicom, [](std::string&) {}, {}),
        second("DicomCutInTheMiddle", ".dcm", asDicom, cut, {"it ends before its samples do"}),
        second("DicomCutInItsHeader", ".dcm", asDicom, [](std::string& bytes) { bytes.resize(200); }, {"ring_0001_t60s.dcm"}),
        second("DicomThatPromisesMore", ".dcm", asDicom,
               [](std::string& bytes) { bytes.replace(bytes.find("\x28\0\x11", 0, 3) + 8, 2, "\xFF\xFF"); },
               {"Frame 1 is 65535 × 120, the others are 160 × 120"}),
#endif
        second("FitsPictures", ".fits", asFits, [](std::string&) {}, {}),
        second("FitsCutInTheMiddle", ".fits", asFits, cut, {"of 19200 bytes"}),
        second("FitsThatPromisesMore", ".fits", asFits,
               [](std::string& bytes) { bytes.replace(bytes.find("                 160"), 20, "          2147483647"); },
               {"ring_0001_t60s.fits"}),
        second("FitsOfSignedBytes", ".fits", asSignedFits, [](std::string&) {}, {}),
        second("GsfPictures", ".gsf", asGsf, [](std::string&) {}, {}),
        second("GsfCutInTheMiddle", ".gsf", asGsf, cut, {"ring_0001_t60s.gsf"}),
        second("MrcPictures", ".mrc", asMrc, [](std::string&) {}, {}),
        second("MrcCutInTheMiddle", ".mrc", asMrc, cut, {"ring_0001_t60s.mrc"}),
        second("MrcThatPromisesMore", ".mrc", asMrc, [](std::string& bytes) { bytes[1] = '\x7f'; }, {"ring_0001_t60s.mrc"}),
        second("MetaImagePictures", ".mha", asMeta, [](std::string&) {}, {}),
        second("MetaImageCutInTheMiddle", ".mha", asMeta, cut, {"ring_0001_t60s.mha"}),
    };
}

/// The numbers of a picture's samples, in units that 32 bits cannot hold.
std::string inUnitsOf(double unit, const std::string& pixels) {
    std::string bytes;
    for (const char pixel : pixels) {
        const double value = unit * (1 + static_cast<unsigned char>(pixel));
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return bytes;
}

/// Three pictures, and a volume, whose numbers are that large or small.
NastyInput picturesInUnitsOf(const std::string& name, double unit, std::vector<std::string> words) {
    NastyInput input;
    input.name = name;
    input.make = [=](const fs::path& folder) {
        rewrite(folder / "images", ".npy", [=](const std::string& pixels) { return asNpy(inUnitsOf(unit, pixels), "'<f8'"); });
    };
    input.answer = {.status = 1, .words = std::move(words), .frames = "failed failed failed"};
    return input;
}

NastyInput volumeInUnitsOf(const std::string& name, double unit, std::vector<std::string> words) {
    NastyInput input;
    input.name = name;
    input.make = [=](const fs::path& folder) {
        std::string pixels;
        for (int i = 0; i < 12 * 12 * 12; ++i)
            pixels += static_cast<char>(i * 7 % 50);
        make::file(folder / "images" / "v.raw", inUnitsOf(unit, pixels));
    };
    input.command = {"analyze", "@/images", "-o", "@/out", "--raw", "12x12x12:f64le", "--interval", "60"};
    input.answer = {.status = 1, .words = std::move(words), .frames = "failed"};
    return input;
}

NastyInputs numbersBeyondFloats() {
    return {
        picturesInUnitsOf("PicturesOfNumbersBeyondAll", 1e300, {"beyond 3e38"}),
        picturesInUnitsOf("PicturesOfNumbersNearlyZero", 1e-300, {"one flat grey", "values nearer to 0 than 1e-45 count as 0"}),
        volumeInUnitsOf("VolumeOfNumbersBeyondAll", 1e300, {"beyond 3e38", "in larger units"}),
        volumeInUnitsOf("VolumeOfNumbersNearlyZero", 1e-300, {"one flat grey", "values nearer to 0 than 1e-45 count as 0"}),
    };
}

/// A folder of files of that name, each of these bytes.
NastyInput folderOf(const std::string& name, const std::string& ending, const std::string& bytes,
                    std::vector<std::string> words) {
    NastyInput input;
    input.name = name;
    input.make = [=](const fs::path& folder) {
        for (const char* const stem : {"gel_1", "gel_2"})
            make::file(folder / "images" / (stem + ending), bytes);
    };
    input.answer = refusedSaying(words);
    input.window = WindowAnswer{.isOpened = false, .words = std::move(words)};
    return input;
}

/// Three pictures of which the second holds other bytes.
NastyInput among(const std::string& name, const std::string& bytes, std::vector<std::string> words) {
    NastyInput input;
    input.name = name;
    input.make = [=](const fs::path& folder) {
        make::series(folder / "images");
        make::file(folder / "images" / make::pictureName(1), bytes);
    };
    input.answer = {.status = 3, .words = words, .frames = "ok failed ok"};
    input.window = WindowAnswer{.words = std::move(words), .frames = "ok failed ok"};
    return input;
}

NastyInputs foreignOnes() {
    std::string dicom(128, '\0');
    dicom.replace(0, 4, std::string("II*\0", 4));  // what stands before the mark may look like anything
    return {
        folderOf("FolderOfNd2", ".nd2", "\xDA\xCE\xBE\x0A", {"gel_1.nd2 is a Nikon ND2 file", "NIS-Elements or Fiji"}),
        folderOf("FolderOfCzi", ".czi", "ZISRAWFILE", {"gel_1.czi is a Zeiss CZI file"}),
        folderOf("FolderOfSpm", ".spm", "\\*File list\r\n", {"export GSF from Gwyddion"}),
        among("APointerOfGitLfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", {"git lfs pull"}),
        among("AWebPageUnderAPicturesName", "<!DOCTYPE html>\n<html><body>404</body></html>\n", {"it is a web page"}),
        among("DicomUnderAPicturesName", dicom + "DICM" + std::string(500, 'x'), {"ring_0001_t60s", "dcm2niix"}),
        among("MatlabUnderAPicturesName", "MATLAB 5.0 MAT-file, written by" + std::string(200, ' '), {"it is a MATLAB file"}),
    };
}

}  // namespace

NastyInputs nastyStoredSamples() {
    NastyInputs all = damagedOnes();
    std::ranges::move(numbersBeyondFloats(), std::back_inserter(all));
    std::ranges::move(foreignOnes(), std::back_inserter(all));
    return all;
}

}  // namespace coarsen::nasty
