// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <optional>

namespace coarsen {

/// Largest value of the first channel of a picture of whole numbers that is not empty.
int largestOf(const Image& image);

/// The largest value that a camera gives, which may use fewer bits than are stored (12 in a file of 16): 2^bits - 1, or that
/// moved up to the top of what is stored where `largest`, the picture's largest value, lies there. `inUse`: nothing where it is
/// not known.
int whiteOf(int storedBits, std::optional<int> inUse, int largest);

/// The bits that a picture of 16 bits a sample shows to be in use: its largest value is 2^k - 1 (k 10, 12 or 14) or that moved up
/// to 16 bits, and so many pixels have it that the camera must have been at its limit.
struct ShownBits {
    int bits = 0, white = 0;
    double share = 0;  ///< of the pixels that have that value, 0.001 at least
};
std::optional<ShownBits> shownBits(const Image& image, int storedBits);

}  // namespace coarsen
