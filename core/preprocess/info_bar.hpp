// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/raw_image.hpp"
#include "core/preprocess/step.hpp"
#include "core/series/image_series.hpp"

#include <span>

namespace coarsen {

/// Tells whether a crop among these steps leaves out info bars: `crop.info_bar`.
bool leaveOutInfoBar(std::span<const Step> steps);

/// The height of a picture with this header as the steps are given it.
int pictureHeight(const ImageHeader& header, std::span<const Step> steps);

/// A frame's picture, without the rows below it that its own header states to be an info bar, where the steps leave them out:
/// nothing that is measured or drawn knows of them then. Reads the header in that case. Throws InputError.
RawImage withoutInfoBar(RawImage picture, const FrameSource& source, std::span<const Step> steps);

}  // namespace coarsen
