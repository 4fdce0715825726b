// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/known_length.hpp"

#include "core/base/error.hpp"

#include <cmath>

namespace coarsen {

Calibration calibrationFromLine(double dxPx, double dyPx, double lengthUm, const Calibration& before) {
    const double ratio = before.isKnown() ? before.pixelHeightUm / before.pixelWidthUm : 1;
    const double widths = std::hypot(dxPx, ratio * dyPx);  // the line's length in widths of a pixel
    if (!(widths > 0)) throw SettingError("pixel size", "the line has no length", "draw it from one end to the other");
    if (!(lengthUm > 0) || !std::isfinite(lengthUm))
        throw SettingError("pixel size", "the known length is not above 0", "type the length of the line");
    const double width = lengthUm / widths;
    Calibration known{width, ratio * width, "from a line"};
    if (!known.isKnown())
        throw SettingError("pixel size", "pixels would be " + impossibleSides({known.pixelWidthUm, known.pixelHeightUm}),
                           "type the length of the line");
    return known;
}

}  // namespace coarsen
