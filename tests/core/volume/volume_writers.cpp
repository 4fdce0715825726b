// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/volume/volume_writers.hpp"

#include "core/synth/bicontinuous.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <tiffio.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <hdf5.h>
#include <limits>
#include <stdexcept>

namespace coarsen::test {

namespace {

namespace fs = std::filesystem;

void writeBytes(const fs::path& file, const Bytes& bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush()) throw std::runtime_error(file.string() + " could not be made");
}

std::string digits(double number) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

Bytes bytesOfVoxels(const WrittenVolume& volume) {
    return samplesOf(volume.values, SampleType::u8, false);
}

Bytes nifti(const WrittenVolume& volume, int version) {
    NiftiRecipe recipe;
    recipe.version = version;
    recipe.sides = {volume.size.width, volume.size.height, volume.size.depth};
    recipe.steps = {volume.sides[0], volume.sides[1], volume.sides[2], 1, 1};
    recipe.voxels = bytesOfVoxels(volume);
    return niftiOf(recipe);
}

Bytes metaImage(const WrittenVolume& volume, bool isPacked, const std::string& sidesKey) {
    const VolumeSize& size = volume.size;
    const Bytes samples = bytesOfVoxels(volume), voxels = isPacked ? zlibOf(samples) : samples;
    return joined("ObjectType = Image\nNDims = 3\nDimSize = " + std::to_string(size.width) + " " + std::to_string(size.height) +
                      " " + std::to_string(size.depth) + "\nElementType = MET_UCHAR\n" + sidesKey + " = " +
                      digits(volume.sides[0]) + " " + digits(volume.sides[1]) + " " + digits(volume.sides[2]) +
                      "\nBinaryData = True\n" +
                      (isPacked ? "CompressedData = True\nCompressedDataSize = " + std::to_string(voxels.size()) + "\n" : "") +
                      "ElementDataFile = LOCAL\n",
                  voxels);
}

enum class Hdf5Filter { none, deflate, fletcher32, szip };

/// The library may be able to read it alone.
bool canWriteSzip() {
    unsigned can = 0;
    return H5Zfilter_avail(H5Z_FILTER_SZIP) > 0 && H5Zget_filter_info(H5Z_FILTER_SZIP, &can) >= 0 &&
           (can & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
}

void writeHdf5(const fs::path& file, const WrittenVolume& volume, Hdf5Filter filter) {
    const hsize_t sides[] = {static_cast<hsize_t>(volume.size.depth), static_cast<hsize_t>(volume.size.height),
                             static_cast<hsize_t>(volume.size.width)};
    const double zyx[] = {volume.sides[2], volume.sides[1], volume.sides[0]};
    const hsize_t three = 3;
    const hid_t made = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), plan = H5Pcreate(H5P_DATASET_CREATE),
                space = H5Screate_simple(3, sides, nullptr), triple = H5Screate_simple(1, &three, nullptr);
    if (filter != Hdf5Filter::none) H5Pset_chunk(plan, 3, sides);
    if (filter == Hdf5Filter::deflate) H5Pset_deflate(plan, 6);
    if (filter == Hdf5Filter::fletcher32) H5Pset_fletcher32(plan);
    constexpr unsigned pixelsPerBlock = 8;
    if (filter == Hdf5Filter::szip) H5Pset_szip(plan, H5_SZIP_NN_OPTION_MASK, pixelsPerBlock);
    const hid_t dataset = H5Dcreate2(made, "/volume", H5T_STD_U8LE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, volume.values.data());
    const hid_t attribute = H5Acreate2(dataset, "element_size_um", H5T_IEEE_F64LE, triple, H5P_DEFAULT, H5P_DEFAULT);
    const bool isWritten = H5Awrite(attribute, H5T_NATIVE_DOUBLE, zyx) >= 0;
    H5Aclose(attribute);
    H5Dclose(dataset);
    H5Sclose(triple);
    H5Sclose(space);
    H5Pclose(plan);
    if (H5Fclose(made) < 0 || !isWritten) throw std::runtime_error(file.string() + " could not be made");
}

/// A page a slice, packed as `compression` says. `perUnit`: 0 writes no resolution.
Bytes tiff(const WrittenVolume& volume, const std::string& description, double xPerUnit = 0, double yPerUnit = 0,
           int compression = COMPRESSION_NONE) {
    const auto width = static_cast<std::size_t>(volume.size.width), height = static_cast<std::size_t>(volume.size.height);
    return tiffOf(
        static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), volume.size.depth, [&](TIFF* file, int page) {
            TIFFSetField(file, TIFFTAG_COMPRESSION, compression);
            if (page == 0) TIFFSetField(file, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
            if (xPerUnit != 0) {
                TIFFSetField(file, TIFFTAG_XRESOLUTION, xPerUnit);
                TIFFSetField(file, TIFFTAG_YRESOLUTION, yPerUnit);
                TIFFSetField(file, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
            }
            std::vector<std::uint8_t> row(width);
            for (std::size_t y = 0; y < height; ++y) {
                const auto from =
                    volume.values.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(page) * height + y) * width);
                std::transform(from, from + static_cast<std::ptrdiff_t>(width), row.begin(),
                               [](double value) { return static_cast<std::uint8_t>(value); });
                TIFFWriteScanline(file, row.data(), static_cast<std::uint32_t>(y));
            }
        });
}

Bytes omeTiff(const WrittenVolume& volume, int compression) {
    const auto side = [&](const char* axis, double size) {
        return " PhysicalSize" + std::string(axis) + "=\"" + digits(size) + "\"";
    };
    return tiff(volume,
                "<?xml version=\"1.0\"?><OME><Image><Pixels DimensionOrder=\"XYZCT\" SizeC=\"1\" SizeT=\"1\" SizeX=\"" +
                    std::to_string(volume.size.width) + "\" SizeY=\"" + std::to_string(volume.size.height) + "\" SizeZ=\"" +
                    std::to_string(volume.size.depth) + "\"" + side("X", volume.sides[0]) + side("Y", volume.sides[1]) +
                    side("Z", volume.sides[2]) + "/></Image></OME>",
                0, 0, compression);
}

Bytes imageJTiff(const WrittenVolume& volume) {
    const std::string depth = std::to_string(volume.size.depth);
    return tiff(
        volume,
        "ImageJ=1.53t\nimages=" + depth + "\nslices=" + depth + "\nunit=micron\nspacing=" + digits(volume.sides[2]) + "\n",
        1 / volume.sides[0], 1 / volume.sides[1]);
}

std::vector<VolumeWriter> writersHere() {
    std::vector<VolumeWriter> list{
        {"Nifti", ".nii", [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, nifti(volume, 1)); }, true},
        {"Nifti2", ".nii", [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, nifti(volume, 2)); }},
        {"PackedNifti", ".nii.gz",
         [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, gzipOf(nifti(volume, 1))); }, true, true},
        {"MetaImage", ".mha",
         [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, metaImage(volume, false, "ElementSpacing")); }},
        {"PackedMetaImage", ".mha",
         [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, metaImage(volume, true, "ElementSize")); }},
        {"Hdf5", ".h5", [](const fs::path& file, const WrittenVolume& volume) { writeHdf5(file, volume, Hdf5Filter::none); }},
        {"PackedHdf5", ".h5",
         [](const fs::path& file, const WrittenVolume& volume) { writeHdf5(file, volume, Hdf5Filter::deflate); }},
        {"CheckedHdf5", ".h5",
         [](const fs::path& file, const WrittenVolume& volume) { writeHdf5(file, volume, Hdf5Filter::fletcher32); }},
        {"OmeTiff", ".tif",
         [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, omeTiff(volume, COMPRESSION_NONE)); }},
        {"DeflatedTiff", ".tif",
         [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, omeTiff(volume, COMPRESSION_ADOBE_DEFLATE)); }},
        {"ImageJTiff", ".tif", [](const fs::path& file, const WrittenVolume& volume) { writeBytes(file, imageJTiff(volume)); },
         true}};
    if (canWriteSzip())
        list.push_back({"SzipHdf5", ".h5",
                        [](const fs::path& file, const WrittenVolume& volume) { writeHdf5(file, volume, Hdf5Filter::szip); }});
    return list;
}

}  // namespace

const std::vector<VolumeWriter>& volumeWriters() {
    static const std::vector<VolumeWriter> list = writersHere();
    return list;
}

const VolumeWriter& volumeWriter(const std::string& name) {
    const auto& all = volumeWriters();
    const auto found = std::ranges::find(all, name, &VolumeWriter::name);
    if (found == all.end()) throw std::invalid_argument("no writer of volumes is called " + name);
    return *found;
}

const std::vector<double>& impossibleSideNumbers() {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    static const std::vector<double> list{1e-300,    1e-20,        0,      -1,    -1e-20, 1e20,     1e308, -1e308, infinite,
                                          -infinite, std::nan(""), 5e-324, 1e-40, 1e300,  2.5e-310, 1e-13, 1e25};
    return list;
}

WrittenVolume patternVolume(int frame, const VolumeSize& size) {
    BicontinuousSettings settings;
    settings.width = size.width, settings.height = size.height, settings.depth = size.depth;
    settings.wavelengthFromPx = 6, settings.wavelengthToPx = 8;
    settings.ringWidth = 0.1;
    settings.frames = 5;
    settings.seed = 11;
    WrittenVolume written;
    const Volume volume = bicontinuousVolume(settings, frame).volume;
    written.size = volume.size();
    written.values.assign(volume.values().begin(), volume.values().end());
    return written;
}

}  // namespace coarsen::test
