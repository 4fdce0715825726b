// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <utility>
#include <vector>

namespace coarsen::test {

/// The bytes of a file of packed voxels that are packed, from and to: the only chunk of an HDF5 file's /volume, the strips of a
/// TIFF, what follows the header of MetaImage and NRRD; else all of it.
std::vector<std::pair<std::size_t, std::size_t>> packedPlaces(const std::filesystem::path& file);

}  // namespace coarsen::test
