// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/raw_image.hpp"

#include <string_view>
#include <vector>

namespace coarsen::formats {

/// What the pages of a TIFF are, as far as its first description says: OME-XML (SizeT, SizeZ, SizeC, DimensionOrder,
/// TimeIncrement) or ImageJ (images, channels, slices, frames, finterval or fps). Nothing where the numbers do not fit together.
StackLayout statedStack(std::string_view description);

/// OME's DeltaT of the first channel's first slice at each time, in seconds, by page; NaN for pages without one. Empty where no
/// page has one.
std::vector<double> statedPageTimes(std::string_view description, const StackLayout& stack, int pages);

}  // namespace coarsen::formats
