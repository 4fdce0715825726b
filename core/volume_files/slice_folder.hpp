// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/formats.hpp"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace coarsen::volumes {

/// The pictures of a folder, in natural order. Throws InputError where it cannot be read.
std::vector<std::filesystem::path> slicesOfFolder(const std::filesystem::path& folder);

/// A folder whose pictures are the slices of one volume, or those of them that are chosen. Throw InputError: a number is missing
/// among their names, one has another size than the first, one holds several pages.
VolumeHeader sliceFolderHeader(const std::filesystem::path& folder, const VolumeChoice& choice);
/// Empty after a stop.
Volume readSliceFolder(const std::filesystem::path& folder, const VolumeChoice& choice, const std::stop_token& stop = {});

}  // namespace coarsen::volumes
