// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/step_context.hpp"

#include <vector>

namespace coarsen {

/// How long the vector is that stands for an axis: the coherence, 1, or, with the single angle, the gradient itself.
enum class OrientationWeight { coherence, none, gradient };

/// Axes of a picture's stripes: two channels that a rotation by 180 degrees leaves as they are.
struct OrientationField {
    std::vector<float> x1, x2;  ///< weight times cos and sin of 2 theta; of OrientationWeight::gradient gx and gy
    Mask mask;
    OrientationFacts facts;
};

/// The axes theta = 1/2 atan2(sine, cosine) + 90 degrees of structureTensor(). The mask grows by 2 (sigma + scale); where the
/// energy is below 1e-6 of its mean over the valid pixels the coherence is 0, and without weights the pixel is masked.
OrientationField orientationField(const Frame& frame, double sigmaPx, double scalePx, OrientationWeight weight,
                                  const StepContext& context);

}  // namespace coarsen
