// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/topology.hpp"

namespace coarsen {

/// A number with its standard error from 2 x 2 x 2 parts of the volume; NaN where it is not known.
struct Estimate {
    double value = 0, error = 0;
};

/// Measures of a surface, in px of (sx sy sz)^(1/3).
struct SurfaceMeasures {
    Estimate areaPerVolume;   ///< S_V in 1/px: area within the volume, its faces not counted, by valid volume (Borders)
    Estimate volumeFraction;  ///< of the phase
    Estimate meanH, sdH;      ///< 1/px, weighted by area
    Estimate meanK;           ///< 1/px^2, weighted by area
    Estimate euler, genus, pieces;
    /// chi per volume: the mean over the points between eight valid voxels (eulerBetween); with Borders::extended by all voxels,
    /// what lies on the volume's faces, edges and corners counted 1/2, 1/4, 1/8.
    Estimate eulerPerPx3;
    Topology topology;
};

/// Facts that are kept of a frame's surface.
struct SurfaceFacts {
    SurfaceMeasures measures;
    double level = 0;                 ///< grey value of the interface
    double areaPerVolumeBefore = 0;   ///< S_V in 1/px before it was denoised
    bool isComparedNearOnly = false;  ///< non-local means looked within a radius, not over the entire band
};

}  // namespace coarsen
