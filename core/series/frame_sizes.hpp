// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <optional>

namespace coarsen {

/// Gives the series the size of its pixels as its files state it, and each frame its own where they state different ones. Says
/// what is inherited, offered, differs or cannot be. Reads the first, the middle and the last header, all where these differ;
/// those of the others are checked when they are measured (otherSizeIn).
void takeSizes(ImageSeries& series, SizeSource source);

/// Says where a typed size stands in for others that files state. What the files state stays in the series, so that it can be
/// taken again.
void takeTypedSize(ImageSeries& series, const Calibration& typed);

/// The size of pixels that a frame's header states where it is none of what counts for the series, `counting`; not known where it
/// states none. Nothing where it is the same, was typed, is another one's of one image, or none counts.
std::optional<Calibration> otherSizeIn(const ImageHeader& header, const FrameSource& frame, const ImageSeries& series,
                                       const Calibration& counting);

/// The size of a frame's pixels: its own where it has one and none was typed for the series.
const Calibration& sizeOf(const FrameSource& frame, const Calibration& ofSeries);

/// True where the series' files state different pixel sizes, so that frames have their own.
bool haveOwnSizes(const ImageSeries& series);

/// The series without its frames' own sizes where one was typed for all: then steps may compare its frames pixel by pixel.
ImageSeries withSizesThatCount(ImageSeries series, const Calibration& ofSeries);

}  // namespace coarsen
