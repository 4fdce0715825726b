// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

namespace coarsen {

/// Finds how many bits of a sample are in use where they may be fewer than are stored: as the first file states it, else as the
/// first, the middle or the last picture shows it (shownBits). Saturation is judged by them from then on, which is said.
void takeBitsInUse(ImageSeries& series);

}  // namespace coarsen
