// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The flatten step by a blurred background, divided by or blended: on the picture reduced to blocks, as core does it. Plain
// numbers only.

#include "gpu/preprocess/kernels/flatten.hpp"

namespace coarsen::gpu {

/// The picture in blocks of side x side pixels, with a border of `reach` blocks, mirrored, for the blur.
struct LightBlocks {
    int side, across, down, reach;
    int pitch;      ///< floats a row of the padded sums, whole fours
    float* padded;  ///< sums over the judged pixels of each block, and the border
    float* light;   ///< across x down: the blurred sums, then the light at the blocks' centres
    float* counts;  ///< across x down: the blurred counts of judged pixels
};

struct BlurredLightTask {
    GreyPlane raw;
    Rectangle judged;
    LightBlocks blocks;
    double* partial;   ///< blurredLightPartials() values
    unsigned* ticket;  ///< 0 before and after
    FittedLight* fitted;
    float white;  ///< 0: divide by the light; else the Overlay blend with its inverse, for that brightest value
    float* flat;
};
int blurredLightPartials();

/// The blocks' sums, or with `ones` their counts, padded for the blur.
cudaError_t launchLightBlocks(const BlurredLightTask& task, bool ones, cudaStream_t stream);
/// From the blurred sums to the flat picture.
cudaError_t launchBlurredLight(const BlurredLightTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
