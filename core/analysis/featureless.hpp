// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pattern_sketch.hpp"

namespace coarsen {

/// The part of a picture that shows no pattern: of the valid area, what lies in circles of 1.5 R_max across in which the grey
/// values change from block to block by less than a tenth (in squares) of the upper quartile over the picture. A surround,
/// an info bar, a bubble; a pattern has its waves in each such circle. 0 where the sketch is too coarse (circles of fewer than 5
/// blocks) or too small to say it.
double featurelessPart(const PatternSketch& sketch, double rMaxPx);

}  // namespace coarsen
