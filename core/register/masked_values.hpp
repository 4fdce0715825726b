// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace coarsen {

/// The values with those that are masked replaced by means of their neighbours, layer by layer from the valid ones on, so that a
/// spline through all of them is hardly moved beside a mask; farther away by the mean of all. No mask: as they are.
std::vector<float> filledBesideMask(std::vector<float> values, std::span<const std::uint8_t> valid, const VolumeSize& size);

/// True where all voxels that a linear interpolation at the place takes part of are valid; it lies within the volume, 0 to side -
/// 1 along each axis.
bool isKnownBetween(std::span<const std::uint8_t> valid, const VolumeSize& size, float x, float y, float z);

}  // namespace coarsen
