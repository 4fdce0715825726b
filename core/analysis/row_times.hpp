// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/series/image_series.hpp"

namespace coarsen {

/// The row at the time that its frame has now, on which no measurement depends: itself where that is its own, so that it is not
/// held twice.
SharedResult atTimeOf(const FrameSource& source, const SharedResult& row);

/// Gives all rows the times of their frames.
void retime(FrameResults& rows, const ImageSeries& series);

}  // namespace coarsen
