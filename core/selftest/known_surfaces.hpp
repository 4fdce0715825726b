// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"

#include <cstdint>
#include <functional>

namespace coarsen {

/// The signed distance from a place in px to a solid's surface, < 0 inside.
using Solid = std::function<double(double, double, double)>;

Solid ball(double x, double y, double z, double radius);
/// Around an axis along z.
Solid torus(double x, double y, double z, double radius, double tubeRadius);
/// A box by its middle and half of its sides.
Solid box(double x, double y, double z, double halfX, double halfY, double halfZ);
Solid both(Solid a, Solid b);

/// Grey values of a bright solid whose edge is some voxels wide: 1 inside, -1 outside.
Volume greyOf(const LevelSet& set);

LevelSet levelSetOf(const Solid& solid, const VolumeSize& size, const Spacing& spacing = {});

/// The surface between the phases of a bicontinuous volume of that wavelength; its distance is exact near the surface.
LevelSet bicontinuousSurface(int side, double wavelengthPx, std::uint64_t seed);

/// The surface shifted along its normal by Gaussian noise of that standard deviation, correlated over a Gaussian of
/// `correlationPx`; a distance again.
LevelSet withNormalNoise(const LevelSet& truth, double sdPx, double correlationPx, std::uint64_t seed);

/// How far the points of a surface are from the true one, root mean square, px: at the corners of its triangles.
double surfaceRmsOff(const LevelSet& distance, const LevelSet& truth);

/// How far a distance is from the true one, root mean square, px: over the voxels nearer than 1 px to the true surface.
double distanceRmsOff(const LevelSet& distance, const LevelSet& truth);

/// chi of what lies inside.
long long eulerOf(const LevelSet& set);

/// The least surfaceRmsOff that motion by mean curvature comes by, whenever it is stopped: a setting that nobody knows who has no
/// truth.
double bestFlowRmsOff(const LevelSet& noisy, const LevelSet& truth, int threads);

}  // namespace coarsen
