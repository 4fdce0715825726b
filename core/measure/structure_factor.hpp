// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/measure/length_scale.hpp"

#include <vector>

namespace coarsen {

/// S(q), the azimuthal average of an image's power spectrum, with the noise floor taken off. q in radians per pixel.
struct StructureFactor {
    std::vector<double> q, value;  ///< value: power per mode, arbitrary unit, floor subtracted
    double noiseFloor = 0;

    bool isEmpty() const { return q.empty(); }
};

/// Structure factor of the image less its mean over the valid pixels, masked pixels 0, under a Hann window; rings 2 pi / (shorter
/// side) wide. The noise floor is the median of the upper fifth of q up to Nyquist's. Empty for images below 16 px and for flat
/// ones. `aspect`: pixel height over width; q is then per pixel of width sqrt(px py).
StructureFactor structureFactor(const MaskedImage& image, double aspect = 1);

/// 2 pi / q1 with q1 = sum q S / sum S, the first moment up to four times the peak's q (science/other-lengths.md).
LengthScale firstMomentLength(const StructureFactor& factor);

/// 2 pi / q_peak, by the parabola through the highest ring and its neighbours.
LengthScale spectrumPeakLength(const StructureFactor& factor);

}  // namespace coarsen
