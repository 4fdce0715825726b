// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/base/physical_size.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/core/volume/zarr_writer.hpp"
#include "tests/support/byte_writer.hpp"
#include "tests/support/dm_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace coarsen::test {

namespace {

namespace fs = std::filesystem;

std::string sideText(double number) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

void writeNrrd(const fs::path& file, const WrittenVolume& volume, bool isPacked) {
    const VolumeSize& size = volume.size;
    const Bytes voxels = samplesOf(volume.values, SampleType::u8, false);
    std::string text = "NRRD0004\ntype: uchar\ndimension: 3\nsizes: " + std::to_string(size.width) + " " +
                       std::to_string(size.height) + " " + std::to_string(size.depth) + "\nspacings:";
    for (const double side : volume.sides)
        text += " " + sideText(side);
    text += "\nunits: \"um\" \"um\" \"um\"\nencoding: " + std::string(isPacked ? "gzip" : "raw") + "\n\n";
    writeWhole(file, joined(text, isPacked ? gzipOf(voxels) : voxels));
}

/// Bytes without a sign, by their largest; a space group of 1 says that it is a volume. Sides are in Å.
void writeMrc(const fs::path& file, const WrittenVolume& volume) {
    constexpr std::size_t headerBytes = 1024, intervalsAt = 28, cellAt = 40, axesAt = 64, largestAt = 80, groupAt = 88,
                          markAt = 208;
    constexpr double angstromPerUm = 1e4;
    const std::array<int, 3> sides{volume.size.width, volume.size.height, volume.size.depth};
    ByteWriter writer;
    writer.resize(headerBytes);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        writer.at(4 * i, std::int32_t{sides[i]});
        writer.at(intervalsAt + 4 * i, std::int32_t{sides[i]});
        writer.at(cellAt + 4 * i, static_cast<float>(volume.sides[i] * angstromPerUm * sides[i]));
        writer.at(axesAt + 4 * i, static_cast<std::int32_t>(i + 1));
    }
    writer.at(largestAt, 255.0F);
    writer.at(groupAt, std::int32_t{1});
    for (std::size_t i = 0; i < 4; ++i)
        writer.at(markAt + i, "MAP "[i]);
    writer.at(markAt + 4, std::uint8_t{0x44});
    writeWhole(file, writer.put(samplesOf(volume.values, SampleType::u8, false)).bytes());
}

void writeDm(const fs::path& file, const WrittenVolume& volume) {
    constexpr std::int32_t u16 = 10;
    const auto axis = [&](int side, std::size_t i) {
        return DmAxisRecipe{side, static_cast<float>(volume.sides[i]), u"\u00B5m"};
    };
    const VolumeSize& size = volume.size;
    writeWhole(file, dmOf(4, true, {axis(size.width, 0), axis(size.height, 1), axis(size.depth, 2)}, u16,
                          samplesOf(volume.values, SampleType::u16, false), volume.values.size()));
}

/// An OME-Zarr of one chunk.
void writeZarr(const fs::path& store, const WrittenVolume& volume) {
    const std::string shape = "[" + std::to_string(volume.size.depth) + ", " + std::to_string(volume.size.height) + ", " +
                              std::to_string(volume.size.width) + "]";
    const auto axis = [](const std::string& name) {
        return R"({"name": ")" + name + R"(", "type": "space", "unit": "micrometer"})";
    };
    putFile(store / ".zgroup", R"({"zarr_format": 2})");
    putFile(store / ".zattrs",
            R"({"multiscales": [{"version": "0.4", "axes": [)" + axis("z") + ", " + axis("y") + ", " + axis("x") +
                R"(], "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [)" +
                sideText(volume.sides[2]) + ", " + sideText(volume.sides[1]) + ", " + sideText(volume.sides[0]) + "]}]}]}]}");
    putFile(store / "0" / ".zarray", zarray(shape, shape, "|u1", R"({"id": "gzip", "level": 5})"));
    writeWhole(store / "0" / "0.0.0", gzipOf(samplesOf(volume.values, SampleType::u8, false)));
}

/// Zeros, also once they are 32-bit numbers.
bool areZeros(const std::array<double, 3>& sides) {
    constexpr double leastSingle = 1e-60;
    return std::ranges::all_of(sides, [](double side) { return std::abs(side) < leastSingle; });
}

/// NaN is NRRD's word for what is unknown; a step may be negative.
bool areUnknownOrSigned(const std::array<double, 3>& sides) {
    return std::ranges::all_of(sides, [](double side) { return std::isnan(side); }) ||
           areSides({std::abs(sides[0]), std::abs(sides[1]), std::abs(sides[2])});
}

}  // namespace

const std::vector<VolumeWriter>& writersOfStacks() {
    static const std::vector<VolumeWriter> list{
        {.name = "Nrrd",
         .ending = ".nrrd",
         .write = [](const fs::path& file, const WrittenVolume& volume) { writeNrrd(file, volume, false); },
         .isPlain = areUnknownOrSigned},
        {.name = "PackedNrrd",
         .ending = ".nrrd",
         .write = [](const fs::path& file, const WrittenVolume& volume) { writeNrrd(file, volume, true); },
         .isPlain = areUnknownOrSigned},
        {.name = "Mrc", .ending = ".mrc", .write = writeMrc, .statesSingles = true, .isPlain = areZeros},
        {.name = "Dm4", .ending = ".dm4", .write = writeDm, .statesSingles = true},
        {.name = "Zarr", .ending = ".zarr", .write = writeZarr}};
    return list;
}

}  // namespace coarsen::test
