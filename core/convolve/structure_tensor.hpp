// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolvers.hpp"

#include <stop_token>

namespace coarsen {

/// The slope of a picture under a Gaussian, in grey values per px, float32. What is not defined is masked.
struct PictureGradient {
    Image x, y;
    Mask mask;
};

/// Direction of a picture's stripes, pixel by pixel (Bigun & Granlund 1987). With g the gradient of the picture under a
/// Gaussian, in grey values per px, and < > a Gaussian mean around the pixel: cosine = <gx^2 - gy^2>, sine = <2 gx gy>, energy =
/// <|g|^2>. Gradients stand at half the angle of (cosine, sine), from x towards y (down); how much they agree, the coherence, is
/// hypot(cosine, sine) / energy. float32, of the picture's size.
struct StructureTensor {
    Image cosine, sine, energy;
};

/// `sigmaPx` of the Gaussian, above 0. Masked pixels have no part in it but by what `Convolver` says of filters with negative
/// taps; beyond the edge the picture is turned over. After a stop the answer is not whole.
PictureGradient pictureGradient(const Image& image, const Mask& mask, double sigmaPx, Convolvers& convolvers,
                                std::stop_token stop = {});

/// `gradientPx`, `meanPx`: standard deviations of the gradient's Gaussian and of the mean's, above 0. A gradient has part in the
/// means only where all four standard deviations around it are picture and valid: a picture turned over at its edge would show
/// stripes that run the other way. Cosine, sine and energy lack the same part of their weight there, so angle and coherence are
/// those of a normalised mean. 0 where no gradient counts. After a stop the answer is not whole.
StructureTensor structureTensor(const Image& image, const Mask& mask, double gradientPx, double meanPx, Convolvers& convolvers,
                                std::stop_token stop = {});

}  // namespace coarsen
