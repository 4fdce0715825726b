// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace coarsen::gpu {

/// Response of core's Gaussian of that standard deviation (voxels, above 0) to a lone 1: at its place and so many voxels on.
std::vector<float> gaussianResponse(double sigma, std::size_t reach);

/// Voxels beyond which core's Gaussian of that standard deviation has less than 2e-4 of its weight, both sides together.
int gaussianReach(double sigma);

}  // namespace coarsen::gpu
