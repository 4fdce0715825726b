// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/said.hpp"
#include "core/image/imagej_roi.hpp"
#include "core/series/image_series.hpp"

namespace coarsen {

/// A region as it holds for the frames of a series.
struct RegionOfFrames {
    Region region;
    Said said;  ///< region.per-frame, region.all-frames; without a code: there is nothing to tell
};

/// ImageJ's selections for that series. Where their positions differ, each holds for its own frame: the time of a hyperstack,
/// else the image of a stack or sequence, else the slice where slices are the frames; one without a position holds for all. Where
/// all have the same position it is only where they were drawn, and they hold for all frames, as those without any do. Of volumes
/// images and slices are no frames: only times count.
RegionOfFrames regionOfFrames(const RoiFile& rois, const ImageSeries& series);

}  // namespace coarsen
