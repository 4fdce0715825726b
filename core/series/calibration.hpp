// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/physical_size.hpp"

#include <cmath>
#include <string>

namespace coarsen {

/// The size of a pixel, or of a volume's voxel, on the sample. Without one, lengths are in pixels only.
struct Calibration {
    double pixelWidthUm = 0;   ///< micrometres along x; 0: unknown
    double pixelHeightUm = 0;  ///< micrometres along y; 0: unknown
    std::string source;        ///< "typed", "typed, from PNG pHYs", "PNG", "TIFF", ...; empty when unknown
    double pixelDepthUm = 0;   ///< micrometres along z; 0: unknown, or the frames are pictures

    bool isKnown() const { return areSides({pixelWidthUm, pixelHeightUm}); }
    bool isTyped() const { return source.starts_with("typed"); }  ///< it holds for all frames, whatever their files state
    bool isOfVolumes() const { return areSides({pixelWidthUm, pixelHeightUm, pixelDepthUm}); }
    bool isSquare() const { return !isKnown() || std::abs(pixelHeightUm / pixelWidthUm - 1) <= 1e-3; }

    /// Micrometres in one pixel of length: the geometric mean of width and height (decision M2), of volumes with the depth.
    double umPerPx() const {
        return isOfVolumes() ? std::cbrt(pixelWidthUm * pixelHeightUm * pixelDepthUm) : std::sqrt(pixelWidthUm * pixelHeightUm);
    }

    /// Height of a pixel over its width as circles need it: 1 when square or unknown.
    double aspect() const { return isSquare() ? 1.0 : pixelHeightUm / pixelWidthUm; }
    /// Depth of a voxel over its width as spheres need it; 0 of pictures, and where it is not known.
    double depthAspect() const { return isOfVolumes() ? pixelDepthUm / pixelWidthUm : 0.0; }

    bool operator==(const Calibration&) const = default;
};

}  // namespace coarsen
