// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::gpu {

/// Voxels beyond which core's Gaussian of that standard deviation has less than 2e-4 of its weight, both sides together.
int gaussianReach(double sigma);

}  // namespace coarsen::gpu
