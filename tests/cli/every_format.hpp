// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace coarsen::test {

/// Whole numbers below 2^15, slice by slice; a depth of 1 is a picture.
struct Samples {
    VolumeSize size;
    std::vector<std::uint16_t> numbers;
};

/// A format that stores samples, written without the code that reads it.
struct SampleWriter {
    std::string name;    ///< CamelCase, for a test's name
    std::string ending;  ///< ".nii.gz"
    std::function<void(const std::filesystem::path& file, const Samples& samples)> write;
    bool isOfPictures = false;  ///< and of no volumes
    bool saysSlices = true;     ///< of more planes than one that they are the slices of a volume
};

/// For GoogleTest, which otherwise prints bytes.
inline void PrintTo(const SampleWriter& writer, std::ostream* to) {
    *to << writer.name;
}

/// Every format of pictures or volumes whose samples come back as they were.
const std::vector<SampleWriter>& sampleWriters();

/// A TIFF whose pages these are, with the words of the program that wrote it.
void writeTiff(const std::filesystem::path& file, const Samples& samples, const std::string& description = {});

/// Several datasets in an HDF5 file.
void writeHdf5(const std::filesystem::path& file, const std::vector<std::pair<std::string, Samples>>& datasets);

}  // namespace coarsen::test
