// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/foreign_format.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace coarsen {

namespace {

using namespace std::string_view_literals;

struct Mark {
    std::size_t at = 0;
    std::string_view bytes;
};

struct Entry {
    const char *words, *remedy;
    std::vector<std::string_view> endings;
    std::vector<Mark> marks;  ///< one of them is enough
};

constexpr const char* toPicture = "convert it to PNG or TIFF";
constexpr const char* fromGwyddion = "export GSF from Gwyddion, which keeps the size of a pixel";
constexpr const char* fromFiji = "save it as OME-TIFF in Fiji (Bio-Formats), which keeps times and sizes";

const std::vector<Entry>& entries() {
    static const std::vector<Entry> list{
        {"a pointer of Git LFS, which stands in for the file",
         "run git lfs pull where it was cloned",
         {},
         {{0, "version https://git-lfs"}}},
        {"a web page",
         "download the file itself",
         {".html", ".htm"},
         {{0, "<!DOCTYPE html"}, {0, "<!doctype html"}, {0, "<html"}}},
        {"a Nikon ND2 file",
         "save it as OME-TIFF in NIS-Elements or Fiji, which keeps times and sizes, or by python -m coarsen import",
         {".nd2"},
         {{0, "\xDA\xCE\xBE\x0A"}}},
        {"a Zeiss CZI file",
         "save it as OME-TIFF in ZEN or Fiji, which keeps times and sizes, or by python -m coarsen import",
         {".czi"},
         {{0, "ZISRAWFILE"}}},
        {"a Leica LIF file",
         "save its series as OME-TIFF in LAS X or Fiji, which keeps times and sizes, or (.lif) by python -m coarsen import",
         {".lif", ".lof", ".xlef"},
         {{8, "\x2A"sv}}},
        {"an Olympus OIR file", fromFiji, {".oir", ".poir"}, {{0, "OLYMPUSRAWFORMAT"}}},
        {"an Olympus OIB or a Zeiss ZVI file", fromFiji, {".oib", ".zvi"}, {{0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"}}},
        {"an Olympus VSI file", fromFiji, {".vsi"}, {}},
        {"an Imspector OBF file", fromFiji, {".obf", ".msr"}, {{0, "OMAS_BF_"}}},
        {"a file of TIA (SER, EMI)", "export it as TIFF from TIA or Velox", {".ser", ".emi"}, {{0, "II\x97\x01"}}},
        {"a file of Bruker's NanoScope (.spm)", fromGwyddion, {".spm", ".nid"}, {{0, "\\*File list"}}},
        {"a file of Nanonis (.sxm)", fromGwyddion, {".sxm"}, {{0, ":NANONIS_VERSION:"}}},
        {"an Igor file (.ibw)", fromGwyddion, {".ibw", ".ardf"}, {}},
        {"a Gwyddion file (.gwy)", fromGwyddion, {".gwy"}, {{0, "GWYP"}}},
        {"a VTK file",
         "save it as MetaImage (.mha) in ParaView or Fiji",
         {".vti", ".vtk", ".vtu", ".vtp"},
         {{0, "# vtk DataFile"}, {0, "<VTKFile"}}},
        {"an EDF file of a synchrotron",
         "convert it to TIFF or HDF5 (fabio, silx)",
         {".edf"},
         {{0, "{\nHeaderID"}, {0, "{\r\nHeaderID"}, {0, "{\nEDF_"}}},
        {"a MATLAB file", "save the array as .npy, TIFF or HDF5", {".mat"}, {{0, "MATLAB 5.0 MAT-file"}}},
        {"a PDF document", toPicture, {".pdf"}, {{0, "%PDF"}}},
        {"a ZIP archive", "unpack it, and open the folder", {".zip", ".npz"}, {{0, "PK\x03\x04"}}},
        {"a 7z archive", "unpack it, and open the folder", {".7z"}, {{0, "7z\xBC\xAF\x27\x1C"}}},
        {"a RAR archive", "unpack it, and open the folder", {".rar"}, {{0, "Rar!\x1A\x07"}}},
        {"a gzip archive", "unpack it, and open the folder", {".gz", ".tgz"}, {{0, "\x1F\x8B"}}},
        {"a WebP picture", toPicture, {".webp"}, {{8, "WEBP"}}},
        {"a Photoshop document", toPicture, {".psd"}, {{0, "8BPS"}}},
        {"a JPEG 2000 picture", toPicture, {".jp2", ".j2k"}, {{0, "\0\0\0\x0CjP  "sv}, {0, "\xFF\x4F\xFF\x51"}}},
        {"a JPEG XL picture", toPicture, {".jxl"}, {{0, "\0\0\0\x0CJXL "sv}, {0, "\xFF\x0A"}}},
        {"a JPEG XR picture", toPicture, {".jxr", ".wdp"}, {{0, "II\xBC\x01"}}},
        {"an OpenEXR picture", toPicture, {".exr"}, {{0, "\x76\x2F\x31\x01"}}},
        {"a HEIC picture", toPicture, {".heic", ".heif", ".avif"}, {{4, "ftyp"}}},
    };
    return list;
}

/// The header of a Leica file: a number that is 0x70, and text in UTF-16 behind a mark.
bool isLif(std::string_view start) {
    return start.size() > 9 && start.starts_with("\x70\0\0\0"sv);
}

bool has(const Entry& entry, std::string_view start) {
    const bool isFound = std::ranges::any_of(entry.marks, [&](const Mark& mark) {
        return start.size() >= mark.at + mark.bytes.size() && start.substr(mark.at, mark.bytes.size()) == mark.bytes;
    });
    return isFound && (entry.endings.empty() || entry.endings.front() != ".lif" || isLif(start));
}

std::optional<ForeignFormat> found(const Entry& entry) {
    return ForeignFormat{entry.words, entry.remedy};
}

}  // namespace

std::optional<ForeignFormat> foreignFormat(std::span<const std::byte> start) {
    std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    for (const Entry& entry : entries())
        if (has(entry, text)) return found(entry);
    // XML of a kind says it behind its declaration.
    constexpr std::size_t enough = 512;
    if (text.starts_with("<?xml") && text.substr(0, enough).find("<VTKFile") != text.npos)
        return foreignFormat(std::filesystem::path("a.vti"));
    return std::nullopt;
}

std::optional<ForeignFormat> foreignFormat(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const Entry& entry : entries())
        if (std::ranges::find(entry.endings, ending) != entry.endings.end()) return found(entry);
    return std::nullopt;
}

}  // namespace coarsen
