// SPDX-License-Identifier: GPL-3.0-or-later
// Files of NumPy, NRRD and FITS as experiments and broken copies leave them, and files of programs that are not read.
#include "tests/nasty/nasty_input.hpp"
#include "tests/nasty/second_of_three.hpp"
#include "tests/support/dicom_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

std::string asNpy(const std::string& pixels, const std::string& descr = "'|u1'") {
    std::string text = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (120, 160), }";
    text += std::string(117 - text.size(), ' ') + '\n';
    return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(text.size()) + '\0' + text + pixels;
}

std::string asNrrd(const std::string& pixels) {
    return "NRRD0004\ntype: uchar\ndimension: 2\nsizes: 160 120\nencoding: gzip\n\n" + gzipped(pixels);
}

/// A header of FITS, to the end of its block.
std::string fitsHeader(const std::vector<std::string>& cards) {
    std::string text;
    for (const std::string& card : cards)
        text += card + std::string(80 - card.size(), ' ');
    text.resize(2880, ' ');
    return text;
}

/// A picture that fpack has packed: a table of tiles.
std::string fitsOfTiles() {
    return fitsHeader(
               {"SIMPLE  =                    T", "BITPIX  =                    8", "NAXIS   =                    0", "END"}) +
           fitsHeader({"XTENSION= 'BINTABLE'", "BITPIX  =                    8", "NAXIS   =                    2",
                       "NAXIS1  =                    8", "NAXIS2  =                    4", "ZIMAGE  =                    T",
                       "END"}) +
           std::string(2880, '\0');
}

std::string asFits(const std::string& pixels) {
    std::string all =
        fitsHeader({"SIMPLE  =                    T", "BITPIX  =                    8", "NAXIS   =                    2",
                    "NAXIS1  =                  160", "NAXIS2  =                  120", "END"}) +
        pixels;
    all.resize((all.size() + 2879) / 2880 * 2880, '\0');
    return all;
}

#ifdef COARSEN_DICOM_PROGRAM
test::DicomPicture dicomPicture() {
    test::DicomPicture picture;
    picture.width = 160, picture.height = 120, picture.bits = picture.stored = 8;
    return picture;
}

std::string asDicom(const std::string& pixels) {
    return test::dicomText(dicomPicture(), std::vector<int>(pixels.begin(), pixels.end()));
}

std::string asPackedDicom(const std::string& pixels) {
    test::DicomPicture picture = dicomPicture();
    picture.syntax = test::rleSyntax;
    return test::packedDicom(picture, {test::rleOf(pixels)});
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

std::string asPackedMeta(const std::string& pixels) {
    const std::string packed = deflated(pixels);
    return "NDims = 2\nDimSize = 160 120\nElementType = MET_UCHAR\nCompressedData = True\nCompressedDataSize = " +
           std::to_string(packed.size()) + "\nElementDataFile = LOCAL\n" + packed;
}

std::string asMeta(const std::string& pixels) {
    return "NDims = 2\nDimSize = 160 120\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n" + pixels;
}

using SpoilBytes = std::function<void(std::string& bytes)>;

const auto npy = [](const std::string& pixels) { return asNpy(pixels); };

NastyInputs damagedOnes() {
    const auto cut = [](std::string& bytes) { bytes.resize(bytes.size() / 2); };
    return {
        secondOfThree("NpyPictures", ".npy", npy, [](std::string&) {}, {}),
        secondOfThree("NpyCutInTheMiddle", ".npy", npy, cut, {"of 19200 bytes"}),
        secondOfThree("NpyCutInItsHeader", ".npy", npy, [](std::string& bytes) { bytes.resize(40); }, {"its header ends early"}),
        secondOfThree("NpyOfAnotherShape", ".npy", npy,
                      [](std::string& bytes) { bytes.replace(bytes.find("(120, 160)"), 10, "(160, 120)"); },
                      {"Frame 1 is 120 × 160, the others are 160 × 120"}),
        secondOfThree("NpyOfRecords", ".npy", npy, [](std::string& bytes) { bytes.replace(bytes.find("'|u1'"), 5, "[('a'"); },
                      {"records of several fields"}),
        secondOfThree("NrrdPictures", ".nrrd", asNrrd, [](std::string&) {}, {}),
        secondOfThree("NrrdWithAFlippedBit", ".nrrd", asNrrd, [](std::string& bytes) { bytes[bytes.size() / 2] ^= 4; },
                      {"it is damaged"}),
        secondOfThree("NrrdWithADamagedChecksum", ".nrrd", asNrrd, [](std::string& bytes) { bytes[bytes.size() - 6] ^= 4; },
                      {"it is damaged"}),
        secondOfThree("NrrdCutInTheMiddle", ".nrrd", asNrrd, cut, {"ring_0001_t60s.nrrd"}),
        secondOfThree("NrrdWithoutSizes", ".nrrd", asNrrd,
                      [](std::string& bytes) { bytes.replace(bytes.find("sizes:"), 6, "sides:"); }, {"lacks the field sizes"}),
#ifdef COARSEN_DICOM_PROGRAM
        secondOfThree("DicomPictures", ".dcm", asDicom, [](std::string&) {}, {}),
        secondOfThree("DicomCutInTheMiddle", ".dcm", asDicom, cut, {"it ends before its samples do"}),
        secondOfThree("DicomCutInItsHeader", ".dcm", asDicom, [](std::string& bytes) { bytes.resize(200); },
                      {"ring_0001_t60s.dcm"}),
        secondOfThree("DicomThatPromisesMore", ".dcm", asDicom,
                      [](std::string& bytes) { bytes.replace(bytes.find("\x28\0\x11", 0, 3) + 8, 2, "\xFF\xFF"); },
                      {"Frame 1 is 65535 × 120, the others are 160 × 120"}),
#endif
        secondOfThree("FitsPictures", ".fits", asFits, [](std::string&) {}, {}),
        secondOfThree("FitsCutInTheMiddle", ".fits", asFits, cut, {"of 19200 bytes"}),
        secondOfThree("FitsThatPromisesMore", ".fits", asFits,
                      [](std::string& bytes) { bytes.replace(bytes.find("                 160"), 20, "          2147483647"); },
                      {"ring_0001_t60s.fits"}),
        secondOfThree("FitsOfSignedBytes", ".fits", asSignedFits, [](std::string&) {}, {}),
        secondOfThree("GsfPictures", ".gsf", asGsf, [](std::string&) {}, {}),
        secondOfThree("GsfCutInTheMiddle", ".gsf", asGsf, cut, {"ring_0001_t60s.gsf"}),
        secondOfThree("MrcPictures", ".mrc", asMrc, [](std::string&) {}, {}),
        secondOfThree("MrcCutInTheMiddle", ".mrc", asMrc, cut, {"ring_0001_t60s.mrc"}),
        secondOfThree("MrcThatPromisesMore", ".mrc", asMrc, [](std::string& bytes) { bytes[1] = '\x7f'; },
                      {"ring_0001_t60s.mrc"}),
        secondOfThree("MetaImagePictures", ".mha", asMeta, [](std::string&) {}, {}),
        secondOfThree("MetaImageCutInTheMiddle", ".mha", asMeta, cut, {"ring_0001_t60s.mha"}),
    };
}

/// Replaces the first of these bytes; they are there.
SpoilBytes exchanged(const std::string& from, const std::string& to) {
    return [=](std::string& bytes) { bytes.replace(bytes.find(from), from.size(), to); };
}

SpoilBytes cutTo(std::size_t size) {
    return [=](std::string& bytes) { bytes.resize(size); };
}

/// A bit of the last four bytes of what zlib has packed, its checksum.
void spoilLastByte(std::string& bytes) {
    bytes.back() ^= 4;
}

/// Files of no byte, of a part of their header, and of headers that promise more than is there.
NastyInputs emptyAndLyingOnes() {
    const auto& of = secondOfThreeByCommand;
    return {
        of("NpyOfNoByte", ".npy", npy, empty, {"the file is empty"}),
        of("NpyThatPromisesMore", ".npy", npy, exchanged("(120, 160), }    ", "(1200000, 160), }"), {"19200 of 192000000 bytes"}),
        of("NrrdOfNoByte", ".nrrd", asNrrd, empty, {"the file is empty"}),
        of("NrrdThatPromisesMore", ".nrrd", asNrrd, exchanged("sizes: 160 ", "sizes: 1600000 "), {"far more than its"}),
        of("NrrdThatPromisesALittleMore", ".nrrd", asNrrd, exchanged("sizes: 160 ", "sizes: 161 "),
           {"Frame 1 is 161 × 120, the others are 160 × 120"}),
        of("FitsOfNoByte", ".fits", asFits, empty, {"the file is empty"}),
        of("FitsCutInItsHeader", ".fits", asFits, cutTo(1000), {"its header ends early"}),
        of("GsfOfNoByte", ".gsf", asGsf, empty, {"the file is empty"}),
        of("GsfCutInItsHeader", ".gsf", asGsf, cutTo(30), {"its header does not end"}),
        of("GsfThatPromisesMore", ".gsf", asGsf, exchanged("XRes = 160", "XRes = 960"), {"76800 of 460800 bytes"}),
        of("MrcOfNoByte", ".mrc", asMrc, empty, {"the file is empty"}),
        of("MrcCutInItsHeader", ".mrc", asMrc, cutTo(500), {"its header ends early"}),
        of("MetaImageOfNoByte", ".mha", asMeta, empty, {"the file is empty"}),
        of("MetaImageCutInItsHeader", ".mha", asMeta, cutTo(40), {"its header has a line that is no"}),
        of("MetaImageThatPromisesMore", ".mha", asMeta, exchanged("DimSize = 160", "DimSize = 16000000"), {"ring_0001_t60s.mha"}),
        secondOfThree("PackedMetaImages", ".mha", asPackedMeta, [](std::string&) {}, {}),
        secondOfThree("PackedMetaImageWithAFlippedBit", ".mha", asPackedMeta, flipInTheMiddle, {"it is damaged"}),
        of("PackedMetaImageWithADamagedChecksum", ".mha", asPackedMeta, spoilLastByte, {"it is damaged"}),
        of("PackedMetaImageThatPromisesMore", ".mha", asPackedMeta, exchanged("DimSize = 160", "DimSize = 1600000"),
           {"far more than its"}),
#ifdef COARSEN_DICOM_PROGRAM
        of("DicomOfNoByte", ".dcm", asDicom, empty, {"the file is empty"}),
        of("PackedDicoms", ".dcm", asPackedDicom, [](std::string&) {}, {}),
        secondOfThree("PackedDicomCutInTheMiddle", ".dcm", asPackedDicom, cutInTheMiddle, {"it is damaged"}),
        of("PackedDicomWithAFlippedBit", ".dcm", asPackedDicom,
           [](std::string& bytes) { bytes[bytes.find(std::string("\1\0\0\0\x40", 5)) + 64] ^= 0x40; }, {"it is damaged"}),
#endif
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
        make::series(folder / "images");
        for (int frame = 0; frame < 3; ++frame) {
            const fs::path png = folder / "images" / make::pictureName(frame);
            const std::string numbers = inUnitsOf(unit, pixelsOf(png));
            fs::remove(png);
            make::file(fs::path(png).replace_extension(".npy"), asNpy(numbers, "'<f8'"));
        }
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
        among("FitsPackedInTiles", fitsOfTiles(), {"its picture is packed in tiles", "unpack it with funpack"}),
        among("MatlabUnderAPicturesName", "MATLAB 5.0 MAT-file, written by" + std::string(200, ' '), {"it is a MATLAB file"}),
    };
}

}  // namespace

NastyInputs nastyStoredSamples() {
    NastyInputs all = damagedOnes();
    std::ranges::move(numbersBeyondFloats(), std::back_inserter(all));
    std::ranges::move(emptyAndLyingOnes(), std::back_inserter(all));
    std::ranges::move(foreignOnes(), std::back_inserter(all));
    return all;
}

}  // namespace coarsen::nasty
