// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolvers.hpp"

#include <stop_token>

namespace coarsen {

/// Which way a picture's stripes run, pixel by pixel (Bigun & Granlund 1987). With g the gradient of the picture under a
/// Gaussian, in grey values per px, and < > a Gaussian mean around the pixel: cosine = <gx^2 - gy^2>, sine = <2 gx gy>, energy =
/// <|g|^2>. Gradients stand at half the angle of (cosine, sine), from x towards y (down); how much they agree, the coherence, is
/// hypot(cosine, sine) / energy. float32, of the picture's size; what is not defined is masked.
struct StructureTensor {
    Image cosine, sine, energy;
    Mask mask;
};

/// `gradientPx`, `meanPx`: standard deviations of the gradient's Gaussian and of the mean's, above 0. Masked pixels have no part
/// in it but by what `Convolver` says of filters with negative taps. After a stop the answer is not whole.
StructureTensor structureTensor(const Image& image, const Mask& mask, double gradientPx, double meanPx, Convolvers& convolvers,
                                std::stop_token stop = {});

}  // namespace coarsen
