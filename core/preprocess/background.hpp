// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

namespace coarsen {

/// The least-squares polynomial of that total degree through the valid pixels, evaluated at every pixel: float32, width x height.
/// Fitted to means of small blocks: a background is smooth, and 1/100 of the pixels give it to better than 1e-3 of its range.
Image polynomialBackground(const Image& image, const Mask& mask, int order);

/// Gaussian blur of the valid pixels only: blurred image over blurred mask, mirrored at the edges. Computed on a reduced image
/// when sigma is large.
Image blurredBackground(const Image& image, const Mask& mask, double sigmaPx);

}  // namespace coarsen
