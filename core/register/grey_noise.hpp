// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/volume/volume.hpp"

namespace coarsen {

/// Noise of grey values from voxel to voxel: the standard deviation of white noise that would leave as much where second
/// differences are taken along each axis, which structure of several voxels hardly does. In contrasts of the volume's two phases.
/// Edges a voxel wide count as noise: there as little is known between voxels. Of large volumes every n-th row is looked at. NaN
/// of one grey, and where fewer than 1000 voxels have all their neighbours.
double greyNoise(const Volume& volume, const Threads& threads);

/// Smoothing of two frames before they are compared, and stiffness of a flow between them.
struct NoiseChoice {
    double presmooth;  ///< voxels
    double lambda;
};

/// By the noise of the two (root mean square of both), from known flows (decision F27): smoothing costs accuracy where there is
/// no noise, and noise that is not smoothed is taken for motion.
NoiseChoice choiceFor(double noise);

}  // namespace coarsen
