// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <vector>

namespace coarsen {

/// Mean and sums of squares over the valid pixels of each channel.
struct PlaneStatistics {
    double validPixels = 0;
    std::vector<double> means;    ///< one a channel; 0 without valid pixels
    double energyAboutMeans = 0;  ///< sum of (a - mean)^2 over pixels and channels
    double energy = 0;            ///< sum of a^2 over pixels and channels
};
PlaneStatistics planeStatistics(const Image& image, const Mask& mask);

/// The means alone.
std::vector<double> planeMeans(const Image& image, const Mask& mask);

/// One channel's pixels less `mean`, 0 where masked.
std::vector<double> centredField(const Image& image, const Mask& mask, int channel, double mean);

/// 1 where valid, 0 where masked.
std::vector<double> maskField(const Mask& mask, int width, int height);

}  // namespace coarsen
