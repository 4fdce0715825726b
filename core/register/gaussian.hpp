// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/volume/volume.hpp"

#include <cstdint>
#include <vector>

namespace coarsen {

/// Gaussian smoothing of a volume of numbers in place; outside, the values at the faces go on. Up to a standard deviation of 3
/// voxels it sums the Gaussian cut at 4; above, Deriche's recursive filter of fourth order does, whose cost does not grow with it
/// (within 1e-3 of the Gaussian's height). The same bytes on any number of threads and on any processor.
class GaussianSmoothing {
public:
    explicit GaussianSmoothing(double sigmaVoxels);

    void operator()(std::vector<float>& values, const VolumeSize& size, const Threads& threads) const;

private:
    double sigma_;
};

/// The same where some voxels count for nothing (0 in `valid`, which may be empty): what is near them is the weighted mean of the
/// others, and where none is near, the mean of all valid ones.
void smoothValid(std::vector<float>& values, const std::vector<std::uint8_t>& valid, const VolumeSize& size, double sigmaVoxels,
                 const Threads& threads);

}  // namespace coarsen
