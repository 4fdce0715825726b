// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

#include <vector>

namespace coarsen {

/// Two channels that hold colours without their brightness.
struct ColourField {
    std::vector<float> a, b;  ///< CIELAB a* (green to red) and b* (blue to yellow), D65, 2 degrees
};

/// Colour field of the frame's planes, cut to 0 and their white; those that are not linear are taken for sRGB (IEC 61966-2-1). 0
/// all over where nobody could tell it from grey. Throws InputError: they are no colours.
ColourField colourField(const Frame& frame);

}  // namespace coarsen
