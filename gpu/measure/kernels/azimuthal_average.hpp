// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From lag sums to C2D and its azimuthal average, of the whole image and of it without one sub-image each. Plain numbers only.

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

struct ImageStatistics;

/// Half planes of (2 R + 1)(R + 1) values, Y0 from 0 on.
struct MapTask {
    const float* sums;   ///< N
    const float* pairs;  ///< of the mask with itself, not yet whole numbers; null: a full width x height rectangle
    int width, height, maxLag;
    double fewestPairs;  ///< below, undefined
    bool isPerPair;      ///< norm count; else energy
    const ImageStatistics* statistics;
    double* values;  ///< C2D, NaN where undefined
    double* counts;  ///< n
};
cudaError_t launchMap(const MapTask& task, cudaStream_t stream);

/// Maps without one sub-image each, from the sums over all of them less that one's (core's LeaveOneOut).
struct ReplicatesTask {
    const float* sums;   ///< one sub-image after another
    const float* pairs;  ///< null: full rectangles
    int images, width, height, maxLag;
    double* values;  ///< one map after another
};
cudaError_t launchReplicates(const ReplicatesTask& task, cudaStream_t stream);

/// Bilinear on max(8, 25 r) angles a circle, r = 0 ... R; samples with an undefined corner left out (core's AzimuthalAverager).
struct AveragesTask {
    const double* maps;    ///< one after another
    const double* counts;  ///< of the first map; null: `pairs` and `scatter` are not wanted
    int images, maxLag;
    double aspect;   ///< pixel height over width
    double* values;  ///< R + 1 each
    double* pairs;   ///< R + 1: mean pair count
    double* scatter;
};
cudaError_t launchAverages(const AveragesTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
