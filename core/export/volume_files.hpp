// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/volume_measurer.hpp"

#include <filesystem>

namespace coarsen {

/// C3D as NIfTI of float32, (2X+1) x (2Y+1) x (2Z+1) voxels, offset 0 in the middle, NaN where undefined. Throws StorageError.
void writeMapNifti(const std::filesystem::path& file, const CorrelationVolume& map);

}  // namespace coarsen
