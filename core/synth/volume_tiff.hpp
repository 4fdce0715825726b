// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <filesystem>

namespace coarsen {

/// Writes whole grey values of 8 or 16 bits as a TIFF of one page a slice, not packed, whose OME-XML says Z and, where it is
/// known, the size of a voxel. Throws StorageError where it cannot be written, SettingError beyond the 4 GB that the format
/// holds.
void writeVolumeTiff(const std::filesystem::path& file, const Volume& volume, int bits);

}  // namespace coarsen
