// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/stored_voxels.hpp"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace coarsen::volumes {

/// A reader that stands at one of the parts (pictures, or volumes) of a file.
struct PartBytes {
    std::unique_ptr<VoxelBytes> bytes;  ///< none after a stop
    bool isChecked = false;             ///< packed data were read to their end and are sound
};

/// Opens a file's bytes at `place` of the `all` that there should be, counted as they are unpacked. Packed data can be read from
/// their start only: where they hold several parts they are unpacked once and checked to their end, and places in them are
/// remembered, for the two files that were asked for last, so that reading part after part does not unpack all that stands
/// before each. Throws InputError, as `VoxelBytes` does.
PartBytes partBytesAt(const StoredVoxels& voxels, std::uintmax_t place, std::uintmax_t partBytes, std::uintmax_t all,
                      const std::stop_token& stop = {});

}  // namespace coarsen::volumes
