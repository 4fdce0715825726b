// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"

#include <map>

namespace coarsen {

/// One maximum of C1D through a series, from the one that lies nearest to `px` in `frame` on: in each frame before and after it
/// the one whose radius is nearest in ratio to that of the frame passed last. A frame without one within a third is passed over,
/// as is one without C1D. `prominence`: the least rise of a maximum (MeasureSettings). Radii in pixels by frame, for R_max set by
/// hand.
std::map<int, double> followedMaximum(const FrameResults& results, int frame, double px, double prominence);

}  // namespace coarsen
