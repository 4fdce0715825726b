// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"

#include <stop_token>

namespace coarsen {

/// Noise of a surface in px: how far it lies off its own local shape. The robust standard deviation (1.4826 times the median of
/// the size) of the difference between the distance and the quadratic that fits it best within 5 x 5 x 5 voxels, at the voxels
/// nearer than 1 px to the surface whose 5 x 5 x 5 are all valid. Of a volume deeper than 128 slices every n-th is looked at. NaN
/// where fewer than 100 voxels can be looked at. After a stop: unfinished.
double surfaceNoise(const LevelSet& distance, int threads, std::stop_token stop = {});

/// Noise in px from which on a surface gains by being denoised (decision V23).
constexpr double noisySurfacePx = 0.12;

}  // namespace coarsen
