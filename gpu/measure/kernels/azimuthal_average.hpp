// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From lag sums to C1D, of the whole image and of it without one sub-image each: the maps are folded along X0, which leaves
// their means over circles as they are, and all circles are read from them as sparse rows. Plain numbers only.

#include "gpu/measure/folded_cell.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace coarsen::gpu {

struct ImageStatistics;

/// An image's lag sums, half planes of (2 R + 1)(R + 1) values, Y0 from 0 on, and how they become its C2D.
struct WholeSums {
    const float* sums;   ///< N
    const float* pairs;  ///< of the mask with itself, not yet whole numbers; null: a full width x height rectangle
    int width, height, maxLag;
    double fewestPairs;  ///< below, undefined
    bool isPerPair;      ///< norm count; else energy
    const ImageStatistics* statistics;
};

/// Lag sums of the sub-images, one after another, of which each is left out in turn (core's LeaveOneOut).
struct SubImageSums {
    static constexpr int images = 6;

    const float* sums;   ///< null: no sub-images
    const float* pairs;  ///< null: full rectangles
    int width, height, maxLag;
};

/// C2D and its pairs where an image of them is wanted.
struct MapTask {
    WholeSums whole;
    double* values;  ///< NaN where undefined
    double* counts;
};
cudaError_t launchMap(const MapTask& task, cudaStream_t stream);

/// Weights of folded offsets in each circle (FoldedCircles).
struct CircleRows {
    const int* first;  ///< of each circle, and the end
    const FoldedCell* cells;
    const double* weights;
};

/// Values of a folded offset, side by side: C, C^2 and pairs of the whole image; C without each sub-image.
constexpr int wholeLanes = 4, subLanes = SubImageSums::images;
constexpr std::size_t foldedSize(int maxLag, int lanes) {
    return static_cast<std::size_t>(maxLag + 1) * static_cast<std::size_t>(maxLag + 1) * static_cast<std::size_t>(lanes);
}

/// The averages of all maps over all circles. A circle with an undefined offset is read sample by sample, bilinear on
/// max(8, 25 r) angles, and samples with an undefined corner are left out (core's AzimuthalAverager); at quarter pixels its value
/// is NaN.
struct AveragesTask {
    WholeSums whole;
    SubImageSums subs;
    double aspect;                     ///< pixel height over width
    CircleRows rows;                   ///< r = 0 ... R of the whole image, then those at quarter pixels
    int fineCircles, subFineCircles;   ///< of the latter, that lie within the maps
    double *foldedWhole, *foldedSubs;  ///< foldedSize() values
    double* axes;                      ///< C2D from the origin on: R + 1 values to the right, then R + 1 down
    double *values, *pairs, *scatter;  ///< R + 1 each; pairs: the mean count
    double* fine;                      ///< fineCircles
    double *subValues, *subFine;       ///< (R of the sub-images) + 1, subFineCircles: one sub-image after another
};
cudaError_t launchAverages(const AveragesTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
