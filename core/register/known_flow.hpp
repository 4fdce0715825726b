// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/vector_field.hpp"
#include "core/volume/volume_header.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string_view>
#include <vector>

namespace coarsen {

/// A displacement u that was found before, with moved(x) = fixed(x - u(x)), at the voxels of the two.
struct KnownFlow {
    Flow u;                           ///< voxels; where it is not known, what its neighbours have
    std::vector<std::uint8_t> valid;  ///< empty: known at every voxel; else 0 where it is not
    VolumeHeader header;              ///< of its file: sides of a voxel and where the voxels lie

    bool isKnown(std::size_t voxel) const { return valid.empty() || valid[voxel] != 0; }
};

/// Reads a displacement as `register` writes it: u.nii, three components in voxels; of pictures it has one slice. Throws
/// InputError where the file holds something else, or nothing that is known.
KnownFlow readFlow(const std::filesystem::path& file, const std::stop_token& stop = {});

/// Has voxels whose displacement is not known follow their neighbours, so that what is computed beside them makes sense.
void fillUnknown(KnownFlow& flow);

/// Writes it in the same form, NaN where it is not known, with a mask beside it as writeNiftiMask has it. `description`: up to 79
/// letters. Throws StorageError.
void writeFlow(const std::filesystem::path& file, const KnownFlow& flow, std::string_view description);

}  // namespace coarsen
