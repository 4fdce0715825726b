// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"

namespace coarsen {

/// Order parameter above which the axes of a field are the same: they differ by less than a twentieth of a degree.
constexpr double sameAxis = 1 - 1e-6;

/// Tells whether the channels of the final image are axes and nothing else.
bool isFieldOfAxes(const Frame& finalFrame);

/// Says of a field of axes without R_max what it has in its place: advice that makes a side maximum of grey values come out (a
/// crop, a larger offset, more contrast) is no advice for axes, whose length is xi.
void sayLengthOfAxes(Measurer::Answer& answer, const OrientationFacts& axes, MeanMode mean);

}  // namespace coarsen
