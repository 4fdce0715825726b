// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/formats.hpp"
#include "core/volume/formats/voxel_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace coarsen::volumes {

std::size_t sampleBytes(SampleType type);

/// Where the voxels of one volume lie in a file that stores them plainly, sample after sample.
struct StoredVoxels {
    std::filesystem::path file;
    Packing packing = Packing::none;
    std::uintmax_t fileOffset = 0;  ///< bytes of the file before what is packed
    std::uintmax_t offset = 0;      ///< bytes before the first voxel of the first volume, once unpacked
    bool isBigEndian = false;
    std::uintmax_t volumesBefore = 0, volumes = 1;  ///< those before the one that is meant, and all that the file holds
    int interleaved = 1, picked = 0;                ///< channels that stand side by side, and which is meant
    double slope = 1, intercept = 0;                ///< of the values that the samples mean
};

/// A volume that a header describes, and where its voxels are.
struct StoredVolume {
    VolumeHeader header;
    StoredVoxels voxels;
};

/// Throws where the file is too short for all its volumes, packed as they are.
void checkLength(const StoredVolume& stored);

Volume readStored(const StoredVolume& stored);

}  // namespace coarsen::volumes
