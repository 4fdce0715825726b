// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <optional>
#include <stop_token>

namespace coarsen {

/// The wavelength of a volume's structure in voxels, R_max / 1.2295 of its C3D (of a cube of a voxel's volume where voxels are
/// none); none where C3D has no maximum. Throws InputError: too thin, one grey value.
std::optional<double> structureWavelength(const Volume& volume, int threads, std::stop_token stop = {});

/// The wavelength of structure with that R_max: over 1.2295, of one slice, which is taken for a film, over 1.1166.
double wavelengthOf(double rMaxPx, const VolumeSize& size);

}  // namespace coarsen
