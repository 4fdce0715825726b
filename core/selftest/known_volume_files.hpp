// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume_files/read_volume.hpp"

#include <bit>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Files of volumes as the descriptions of their formats have them, number by number: nothing here knows the code that reads
/// them, nor a library that could share its mistakes.
namespace coarsen::known_files {

/// Voxels that a file says that it holds.
struct Voxels {
    VolumeSize size;
    Spacing spacing;
    SampleType type = SampleType::u16;
    std::endian order = std::endian::little;
    std::vector<double> numbers = {};  ///< x fastest
};

/// The numbers as they are stored.
std::string samplesOf(const Voxels& voxels);

std::string nifti1(const Voxels& voxels);
std::string nifti2(const Voxels& voxels);
std::string metaImage(const Voxels& voxels, std::string_view dataFile);  ///< the header; `LOCAL`: the voxels follow it
/// A page a slice, not packed. ImageJ's description has the size of a voxel.
std::string tiff(const Voxels& voxels);

/// Datasets of 16-bit numbers, each in one piece, as the first version of the format has them.
struct NamedVoxels {
    std::string name;
    Voxels voxels;
};
std::string hdf5(const std::vector<NamedVoxels>& datasets);

std::string gzip(const std::string& bytes);

void write(const std::filesystem::path& file, std::string_view bytes);

}  // namespace coarsen::known_files
