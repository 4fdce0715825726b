// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

namespace coarsen {

/// Tells whether the colours of a decoded picture are those of a colour map: 3 to 256 different ones in a picture of 1,024 pixels
/// or more, a quarter of the pixels coloured (their channels differ by a sixteenth of full scale), and not all shades of one hue.
/// Colour maps have up to 256, photographs ten thousands; a map saved as JPEG, whose colours are smeared, is not recognised.
bool isFalseColour(const Frame& raw);

}  // namespace coarsen
