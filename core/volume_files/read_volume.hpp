// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/named_volumes.hpp"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// True where the file is a volume by its name: .nii .nii.gz .mha .mhd .h5 .hdf5 .emd .nxs .ims .hdf; .hdr where it begins as one
/// of NIfTI or ANALYZE.
bool isVolumeFile(const std::filesystem::path& file);

/// The endings of these names, with their dots.
std::vector<std::string> volumeEndings();

/// Tells by the file's name whether its pages or planes may be the slices of a volume (decision V2).
bool mayHoldSlices(const std::filesystem::path& file);

/// Tells whether a file with the name of a volume holds one slice, which is a picture; of an HDF5 file its dataset. Reads its
/// header.
bool holdsPictures(const std::filesystem::path& file, const std::string& dataset = {});

/// True where the folder's pictures look like the slices of one volume: several, of one page each.
bool isFolderOfSlices(const std::filesystem::path& folder);

/// The datasets of an HDF5 file that may be chosen, the first thousand; of other files none. Throws InputError.
std::vector<NamedVolume> namedVolumes(const std::filesystem::path& file);

/// Read a file, or a folder of slices. Both throw InputError naming the file, what is wrong and the remedy. Values are those of
/// the file with its slope and intercept applied; NaN and infinite ones are masked. Allocates only what the file's length can
/// back and the budget of memory allows. What is read is empty after a stop, which is checked every few megabytes.
VolumeHeader volumeHeader(const std::filesystem::path& file, const VolumeChoice& choice = {});
Volume readVolume(const std::filesystem::path& file, const VolumeChoice& choice = {}, const std::stop_token& stop = {});

}  // namespace coarsen
