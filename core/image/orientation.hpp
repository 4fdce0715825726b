// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

namespace coarsen {

/// True where an EXIF orientation (5 to 8) exchanges width and height.
inline bool swapsSides(int orientation) {
    return orientation >= 5 && orientation <= 8;
}

/// The picture turned and mirrored so that it stands as the camera saw it. `orientation` is the EXIF (and TIFF) number:
/// 1 is upright, 2 to 8 are the other seven; any other number means 1.
Image upright(const Image& image, int orientation);

}  // namespace coarsen
