// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"
#include "core/volume/formats/formats.hpp"
#include "core/volume/formats/plane_source.hpp"
#include "core/volume/formats/voxel_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace coarsen::volumes {

std::size_t sampleBytes(SampleType type);
bool isFloat(SampleType type);

/// Where the voxels of one volume lie in a file that stores them plainly, sample after sample.
struct StoredVoxels {
    std::filesystem::path file;
    Packing packing = Packing::none;
    std::uintmax_t fileOffset = 0;  ///< bytes of the file before what is packed
    std::uintmax_t offset = 0;      ///< bytes before the first voxel of the first volume, once unpacked
    bool isBigEndian = false;
    std::uintmax_t volumesBefore = 0, volumes = 1;  ///< number before the chosen one, and number in the file
    int interleaved = 1, picked = 0;                ///< channels that stand side by side, and which is meant
    double slope = 1, intercept = 0;                ///< of the values that the samples mean
    std::optional<double> blank = {};               ///< the sample that means that there is none: a value of NaN
    /// Gives the samples where they are not stored one after the other; then `packing` and the offsets say nothing.
    std::shared_ptr<const PlaneSource> planes = {};
    bool isOffsetBinary = false;  ///< samples stand with their highest bit turned round
    bool isBgrx = false;          ///< of four bytes a pixel: blue, green, red, and one that means nothing
};

/// Makes bytes as they lie in the file those of samples of the header's type, whole pixels of red, green and blue.
void takeSamplesAsMeant(std::vector<std::byte>& bytes, SampleType type, const StoredVoxels& voxels);

/// Samples that a header describes, and the place of its voxels: the slices of a volume or, where there is one, a picture;
/// several of them one after the other, times of a channel first.
struct StoredVolume {
    VolumeHeader header;
    StoredVoxels voxels;
    FileFacts facts = {};         ///< what it states besides; the size of a voxel and the interval stand in the header
    bool arePlanesStated = true;  ///< the header says that its planes are slices; else they may as well be times
    bool isTransposed = false;    ///< of a picture: y runs fastest, not x
};

/// Where one volume lies: the time and the channel that are chosen. Throws InputError where there is no such one, or where there
/// is one slice.
StoredVolume chosenVolume(StoredVolume stored, const std::filesystem::path& file, const VolumeChoice& choice);

/// The values that samples mean: of every `stride`-th one, from the picked channel on.
void unpackVoxels(SampleType type, const std::byte* from, std::size_t stride, const StoredVoxels& voxels, std::span<float> to);

/// Throws where a file of `fileBytes` bytes cannot hold `bytes` bytes of voxels, however well they are packed.
void checkPromise(const std::filesystem::path& file, const VolumeHeader& header, std::uintmax_t bytes, std::uintmax_t fileBytes);

/// Throws where the file is too short for all its volumes, packed as they are.
void checkLength(const StoredVolume& stored);

/// Empty after a stop.
Volume readStored(const StoredVolume& stored, const std::stop_token& stop = {});

}  // namespace coarsen::volumes
