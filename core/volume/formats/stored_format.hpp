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
    /// Reads what the header says, checked against the file's length. Throws InputError with the reason.
    StoredVolume (*describe)(const std::filesystem::path& file);
    bool mayBeGzip = false;
    bool isOfVolumes = false;      ///< files of these names are volumes, unless the first one is a picture
    bool hasPlacedSlices = false;  ///< its placement of one slice is in mm, in a space that all slices of a volume share
    bool hasPreamble = false;      ///< its files may begin as those of any other format: it is looked for first
    bool (*isFolder)(const std::filesystem::path& folder) = nullptr;  ///< tells the folders that each are a file of the format
};

StoredFormat nifti();
StoredFormat metaImage();
StoredFormat npy();
StoredFormat mrc();
StoredFormat digitalMicrograph();
StoredFormat nrrd();
StoredFormat gsf();
StoredFormat fits();
StoredFormat zarr();
StoredFormat dicom();

/// THE LIST of these formats.
const std::vector<StoredFormat>& storedFormats();

/// The format of a file that begins so, packed by gzip or not; null where it is none of these.
const StoredFormat* storedFormatOf(std::span<const std::byte> start);

/// The format of a folder that is one input, as files are (a Zarr store); null of all other folders, and of files.
const StoredFormat* folderFormatOf(const std::filesystem::path& folder);
bool isFolderInput(const std::filesystem::path& folder);
std::string folderFormats();  ///< their names, with commas between them

/// A folder that holds files or further folders, and is no input by itself.
bool isPlainFolder(const std::filesystem::path& folder);

/// The format of volumes that it is.
VolumeFormat volumeFormatOf(const StoredFormat& format);

/// Tells a file whose name ends in no letters (IM000001, 1.2.840.113619.2), as instruments call DICOM, by the mark within its
/// first bytes. Not a DICOMDIR, which lists others; not what cannot be read.
bool isMarkedWithoutEnding(const std::filesystem::path& file);

/// True where a file's name ends as those of the format.
bool claims(const StoredFormat& format, const std::filesystem::path& file);

}  // namespace coarsen::volumes
