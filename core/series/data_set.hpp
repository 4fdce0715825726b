// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

namespace coarsen {

/// Where the first file is one of an NDTiff data set ("gel_NDTiffStack.tif", "gel_NDTiffStack_1.tif", …) gives its header the
/// facts of all files of the set that lie beside it, each of which says of its own pages where they stand. Files that the set's
/// numbers or its NDTiff.index promise, and that are not there or cannot be read, are said.
void takeDataSet(ImageSeries& series);

}  // namespace coarsen
