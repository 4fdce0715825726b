// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/dicom_program/dicom_answer.hpp"
#include "core/volume/formats/library_program.hpp"
#include "core/volume/formats/stored_voxels.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

/// Coarsen's side of coarsen-dicom.
namespace coarsen::dicom {

/// Starts the program for what a file says. Throws InputError, also where the program is missing, breaks down over the file or
/// does not come to an end. The planes of the answer start it again.
volumes::StoredVolume describe(const std::filesystem::path& file);

/// Takes an answer apart that may be any bytes, about a file of `fileBytes` bytes; its planes are asked of `program`. Nothing
/// where it ends too soon. Throws InputError where it refuses the file, or cannot be true.
std::optional<volumes::StoredVolume> describedBy(const volumes::NextBytes& next, const std::filesystem::path& program,
                                                 const std::filesystem::path& file, std::uintmax_t fileBytes);

}  // namespace coarsen::dicom
