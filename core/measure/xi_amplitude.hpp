// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measure_settings.hpp"
#include "core/measure/radial_profile.hpp"

namespace coarsen {

/// A height of C1D at R = 0 and what the form that found it may miss, in C1D's own unit.
struct Height {
    double value = 0, error = 0;
    bool isOfLine = false;  ///< by the straight line of ln C1D
};

/// The height from which a correlation length sees C1D fall: with settings.xiStart `zero` C1D(0); with `noise-free` C1D(0) less
/// the spike of white noise there, by the straight line of ln C1D through R = 1 to 4 px. Never above C1D(0), and C1D(0) itself
/// where the spike is below 0.04 of it or below three times what the line leaves over. With `noise-or-cusp` likewise, but by
/// a - b sqrt(R) - c R through C1D where ln C1D is convex there, beyond its error and what the circle of 1 px takes of the spike:
/// the line would take such a cusp for noise. Cusps are looked for in pictures under the bilinear rule only. With
/// `noise-by-shape` likewise, but where ln C1D is concave by even powers of R up to the sixth through C1D at quarter pixels
/// (even_heights.hpp), as any field has it that is smooth over a pixel, or by what a cusp as R adds to these where it is as
/// slightly concave as a field with sharp edges; C1D(0) itself where the spike is below 0.01 of it or 1.5 of the form's errors.
/// `noise-and-scale` is `noise-by-shape` here.
Height xiAmplitude(const RadialProfile& profile, const MeasureSettings& settings);

/// Tells whether the height is found by the shape of C1D.
bool isByShape(const MeasureSettings& settings);

/// The form that xiAmplitude takes for a profile whose form is its `own`.
HeightForm heightFormOf(const RadialProfile& profile, const MeasureSettings& settings);

}  // namespace coarsen
