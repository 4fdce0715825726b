// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/stored_voxels.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace coarsen::volumes {

/// One format that stores its samples plainly behind a header, of pictures as well as of volumes.
struct StoredFormat {
    std::string name;                                      ///< "NIfTI"
    std::vector<std::string> endings;                      ///< of names, lower case with dot: ".nii.gz"
    bool (*recognises)(std::span<const std::byte> start);  ///< by the first bytes, unpacked where `mayBeGzip`
    /// What the header says, checked against the file's length. Throws InputError with the reason.
    StoredVolume (*describe)(const std::filesystem::path& file);
    bool mayBeGzip = false;
    bool isOfVolumes = false;  ///< files of these names are volumes, unless the first one is a picture
};

StoredFormat nifti();
StoredFormat metaImage();
StoredFormat npy();
StoredFormat mrc();
StoredFormat digitalMicrograph();
StoredFormat nrrd();
StoredFormat gsf();
StoredFormat fits();

/// THE LIST of these formats.
const std::vector<StoredFormat>& storedFormats();

/// The format of a file that begins so, packed by gzip or not; null where it is none of these.
const StoredFormat* storedFormatOf(std::span<const std::byte> start);

/// The format of volumes that it is.
VolumeFormat volumeFormatOf(const StoredFormat& format);

/// Whether a file's name ends as those of the format.
bool claims(const StoredFormat& format, const std::filesystem::path& file);

}  // namespace coarsen::volumes
