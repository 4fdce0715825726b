// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// The files whose bytes a frame's picture or volume is: the file itself; with a header (.mhd, .hdr, .nhdr) that which holds its
/// voxels; of a folder of slices these; of a folder that is one input (OME-Zarr) all in it. Throws InputError where a folder
/// cannot be read.
std::vector<std::filesystem::path> inputFiles(const std::filesystem::path& file);

/// Marks by which an input is known when it is looked for again: the bytes of all these files, and the SHA-256 of the file, or,
/// of several, of their digests one a line. Empty after a stop. Both throw InputError where one cannot be read.
std::uintmax_t inputBytes(const std::filesystem::path& file);
std::string inputSha256(const std::filesystem::path& file, std::stop_token stop = {});

}  // namespace coarsen
