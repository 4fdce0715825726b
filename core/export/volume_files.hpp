// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/volume_measurer.hpp"

#include <filesystem>
#include <stop_token>

namespace coarsen {

/// C3D as NIfTI of float32, (2X+1) x (2Y+1) x (2Z+1) voxels, offset 0 in the middle, NaN where undefined. Throws StorageError.
/// False, and nothing is written, after a stop.
bool writeMapNifti(const std::filesystem::path& file, const CorrelationVolume& map, const std::stop_token& stop = {});

}  // namespace coarsen
