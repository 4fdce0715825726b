// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures in NIfTI, DigitalMicrograph, HDF5 and cameras' raw files, as broken copies and damaged disks leave them.
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/nasty/nasty_input.hpp"
#include "tests/nasty/second_of_three.hpp"
#include "tests/support/dm_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <hdf5.h>
#include <iterator>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

constexpr int dataWidth = 160, dataHeight = 120;

std::string asNifti(const std::string& pixels) {
    test::NiftiRecipe recipe;
    recipe.sides = {dataWidth, dataHeight};
    recipe.voxels = bytesOf(pixels);
    return textOf(test::niftiOf(recipe));
}

std::string asPackedNifti(const std::string& pixels) {
    return gzipped(asNifti(pixels));
}

/// 16 bits a sample.
std::string asDm(int version, const std::string& pixels) {
    std::string samples;
    for (const char pixel : pixels)
        samples += {pixel, '\0'};
    constexpr std::int32_t u16 = 10;
    return textOf(test::dmOf(version, true, {{dataWidth, 1, u""}, {dataHeight, 1, u""}}, u16, bytesOf(samples), pixels.size()));
}

std::string asDm3(const std::string& pixels) {
    return asDm(3, pixels);
}

std::string asDm4(const std::string& pixels) {
    return asDm(4, pixels);
}

/// One dataset of two axes, packed in one chunk where that is asked for.
std::string asHdf5(const std::string& pixels, bool isPacked) {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.h5";
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t sides[] = {dataHeight, dataWidth};
    const hid_t space = H5Screate_simple(2, sides, nullptr), plan = H5Pcreate(H5P_DATASET_CREATE);
    if (isPacked) {
        H5Pset_chunk(plan, 2, sides);
        H5Pset_deflate(plan, 6);
    }
    const hid_t dataset = H5Dcreate2(file, "/gel", H5T_STD_U8LE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    H5Dwrite(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, pixels.data());
    H5Dclose(dataset);
    H5Pclose(plan);
    H5Sclose(space);
    H5Fclose(file);
    return make::bytesOf(path);
}

std::string asPlainHdf5(const std::string& pixels) {
    return asHdf5(pixels, false);
}

std::string asPackedHdf5(const std::string& pixels) {
    return asHdf5(pixels, true);
}

/// Writes another number of rows where the file states the sides of its dataset.
void promiseMoreRows(std::string& hdf5) {
    const std::string sides = std::string("\x78\0\0\0\0\0\0\0\xA0\0\0\0\0\0\0\0", 16);
    hdf5.replace(hdf5.find(sides), 8, std::string("\0\0\0\x10\0\0\0\0", 8));
}

std::string asRaw(const std::string& pixels) {
    test::DngRecipe recipe;
    recipe.width = dataWidth, recipe.height = dataHeight;
    recipe.isMonochrome = true;
    for (const char pixel : pixels)
        recipe.samples.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(pixel) * 256));
    return textOf(test::dngOf(recipe));
}

void nothing(std::string&) {}

/// A checksum stands in the last eight bytes of gzip.
void spoilChecksum(std::string& bytes) {
    bytes[bytes.size() - 6] ^= 4;
}

}  // namespace

NastyInputs nastyDataFiles() {
    const auto& of = secondOfThreeByCommand;
    const auto cutTo = [](std::size_t size) { return [=](std::string& bytes) { bytes.resize(size); }; };
    return {
        of("NiftiPictures", ".nii", asNifti, nothing, {}),
        of("NiftiOfNoByte", ".nii", asNifti, empty, {"the file is empty"}),
        of("NiftiCutInItsHeader", ".nii", asNifti, cutTo(200), {"ring_0001_t60s.nii"}),
        secondOfThree("NiftiCutInTheMiddle", ".nii", asNifti, cutInTheMiddle, {"of 19200 bytes"}),
        of("NiftiThatPromisesMore", ".nii", asNifti, [](std::string& bytes) { bytes.replace(42, 2, "\xFF\x7F"); },
           {"19200 of 3932040 bytes"}),
        of("PackedNiftis", ".nii.gz", asPackedNifti, nothing, {}),
        secondOfThree("PackedNiftiWithAFlippedBit", ".nii.gz", asPackedNifti, flipInTheMiddle, {"it is damaged"}),
        of("PackedNiftiWithADamagedChecksum", ".nii.gz", asPackedNifti, spoilChecksum, {"it is damaged"}),
        of("PackedNiftiCutInTheMiddle", ".nii.gz", asPackedNifti, cutInTheMiddle, {"ring_0001_t60s.nii.gz"}),
        of("Dm3Pictures", ".dm3", asDm3, nothing, {}),
        of("Dm3OfNoByte", ".dm3", asDm3, empty, {"the file is empty"}),
        of("Dm3CutInItsTags", ".dm3", asDm3, cutTo(100), {"its tags end early"}),
        secondOfThree("Dm3CutInTheMiddle", ".dm3", asDm3, cutInTheMiddle, {"ring_0001_t60s.dm3", "bytes"}),
        of("Dm3ThatPromisesMore", ".dm3", asDm3,
           [](std::string& bytes) { bytes.replace(bytes.size() - 4, 4, std::string("\xFF\xFF\0\0", 4)); },
           {"it has 19200 samples of 10485600"}),
        of("Dm4Pictures", ".dm4", asDm4, nothing, {}),
        of("Dm4CutInItsTags", ".dm4", asDm4, cutTo(100), {"its tags end early"}),
        of("Dm4CutInTheMiddle", ".dm4", asDm4, cutInTheMiddle, {"ring_0001_t60s.dm4", "bytes"}),
        of("Dm4WithADamagedTag", ".dm4", asDm4, [](std::string& bytes) { bytes.replace(bytes.find("%%%%"), 4, "%%%!"); },
           {"a tag has no mark"}),
        of("Hdf5Pictures", ".h5", asPlainHdf5, nothing, {}),
        of("Hdf5OfNoByte", ".h5", asPlainHdf5, empty, {"the file is empty"}),
        of("Hdf5OfItsMark", ".h5", asPlainHdf5, cutTo(20), {"ring_0001_t60s.h5"}),
        secondOfThree("Hdf5CutInTheMiddle", ".h5", asPlainHdf5, cutInTheMiddle, {"it is damaged"}),
        of("Hdf5ThatPromisesMore", ".h5", asPlainHdf5, promiseMoreRows, {"ring_0001_t60s.h5"}),
        of("PackedHdf5s", ".h5", asPackedHdf5, nothing, {}),
        secondOfThree("PackedHdf5WithAFlippedBit", ".h5", asPackedHdf5,
                      [](std::string& bytes) { bytes[bytes.size() - 3000] ^= 4; }, {"it is damaged"}),
        of("PackedHdf5ThatPromisesMore", ".h5", asPackedHdf5, promiseMoreRows, {"ring_0001_t60s.h5"}),
        of("RawPictures", ".dng", asRaw, nothing, {}),
        of("RawOfNoByte", ".dng", asRaw, empty, {"the file is empty"}),
        of("RawCutInItsHeader", ".dng", asRaw, cutTo(60), {"ring_0001_t60s.dng"}),
        of("RawOfItsFirstBytes", ".dng", asRaw, cutTo(8), {"ring_0001_t60s.dng"}),
        of("RawCutInTheMiddle", ".dng", asRaw, cutInTheMiddle, {"ring_0001_t60s.dng"}),
    };
}

}  // namespace coarsen::nasty
