// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace coarsen::test {

/// Volume that is written: values that are whole numbers of 0 to 255, and the sides of a voxel as the file states them, whatever
/// they are.
struct WrittenVolume {
    VolumeSize size{48, 44, 40};
    std::vector<double> values{};
    std::array<double, 3> sides{0.5, 0.5, 0.5};
};

/// A format of volumes, written without the code that reads it.
struct VolumeWriter {
    std::string name;    ///< CamelCase, for a test's name
    std::string ending;  ///< ".nii.gz"
    /// Sides are in the unit that the format has, micrometres wherever a file can say so. MetaImage has millimetres.
    std::function<void(const std::filesystem::path& file, const WrittenVolume& volume)> write;
    bool statesSingles = false;  ///< sides are 32-bit numbers: 1e-300 is 0 there, and 1e300 infinite
    bool hasChecksum = false;    ///< of all that decides about voxels
    /// Where sides that no voxel can have are nothing to speak of: what the format writes where nobody said a size, and signs.
    std::function<bool(const std::array<double, 3>& sides)> isPlain = [](const auto&) { return false; };
};

/// For GoogleTest, which otherwise prints bytes.
inline void PrintTo(const VolumeWriter& writer, std::ostream* to) {
    *to << writer.name;
}

/// Every format that states the sides of a voxel, packed and not.
const std::vector<VolumeWriter>& volumeWriters();
const VolumeWriter& volumeWriter(const std::string& name);

/// Formats that state the sides of a voxel, of which a file is one of volumes only where the user says so.
const std::vector<VolumeWriter>& writersOfStacks();

/// A pattern that has an R_max, of `frame`; sides of 0.5.
WrittenVolume patternVolume(int frame = 0, const VolumeSize& size = {48, 44, 40});

/// Numbers that a damaged or careless file may state as the side of a voxel: zero, negative, beyond all, no number.
const std::vector<double>& impossibleSideNumbers();

}  // namespace coarsen::test
