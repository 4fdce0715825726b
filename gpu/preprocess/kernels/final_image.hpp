// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From the last step to what is correlated: statistics of the valid pixels, centred planes of the whole and of its sub-images,
// and the sketch that neighbouring frames are compared by. Plain numbers only.

#include "gpu/preprocess/kernels/grey_plane.hpp"

namespace coarsen::gpu {

/// Statistics of the final image's valid pixels.
struct ImageStatistics {
    double count, mean, energy;  ///< energy: sum of (pixel - mean)^2
    double lowest, highest;      ///< lowest above highest: no valid pixel
};

struct FinalImageTask {
    const float* image;
    int imageWidth;
    Rectangle kept;             ///< the final image
    const std::uint8_t* valid;  ///< of the final image; null: all valid

    double* partial;   ///< finalImagePartials() values
    unsigned* ticket;  ///< 0 before and after
    ImageStatistics* statistics;

    // Planes for the transforms: centred pixels, 0 where masked, and with a mask 1 where valid.
    float* plane;                                   ///< kept.width * kept.height
    float* maskPlane;                               ///< null without a mask
    int subWidth, subHeight, subAcross, subImages;  ///< 0 sub-images: none
    float* subPlanes;                               ///< one after another
    float* subMaskPlanes;                           ///< null without a mask

    int sketchWidth, sketchHeight, sketchBlock;
    float* sketch;  ///< mean of each block, NaN without a valid pixel
};

int finalImagePartials();
cudaError_t launchFinalImage(const FinalImageTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
