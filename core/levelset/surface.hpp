// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/curvature.hpp"
#include "core/levelset/denoise.hpp"
#include "core/levelset/level_set.hpp"
#include "core/levelset/surface_mesh.hpp"
#include "core/levelset/topology.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace coarsen {

struct SurfaceSettings {
    LevelSettings level;
    DenoiseSettings denoise;
    NlmRequest nlm = {};  ///< the engines of non-local means
    int threads = 0;      ///< 0: all cores
};

/// A number with its standard error from 2 x 2 x 2 parts of the volume; NaN where it is not known.
struct Estimate {
    double value = 0, error = 0;
};

/// What a surface is, in px of (sx sy sz)^(1/3).
struct SurfaceMeasures {
    Estimate areaPerVolume;   ///< S_V in 1/px: area within the volume, its faces not counted, by valid volume
    Estimate volumeFraction;  ///< of the phase
    Estimate meanH, sdH;      ///< 1/px, weighted by area
    Estimate meanK;           ///< 1/px^2, weighted by area
    Estimate euler, genus, pieces;
    Estimate eulerPerPx3;  ///< chi per volume: what lies on the volume's faces, edges and corners counted 1/2, 1/4, 1/8
    Topology topology;
};

/// The shares of the area by curvature; what lies beyond the ends is in the last bins.
struct CurvatureHistogram {
    static constexpr std::size_t bins = 41;
    double mostH = 0, mostK = 0;      ///< bins run from -most to most, in 1/px and 1/px^2
    std::vector<double> h, k, joint;  ///< joint: h runs fastest
};

struct SurfaceAnswer {
    double level = 0;
    LevelSet distance;
    SurfaceMesh mesh;
    Curvatures curvatures;
    CurvatureHistogram histogram;
    SurfaceMeasures measures;
    double areaPerVolumeBefore = 0;  ///< S_V in 1/px before it was denoised
    std::optional<DenoiseReport> denoised;
};

/// The whole way from grey values to numbers: smoothing, level, distance, denoising, triangles, curvature, topology. Nothing
/// after a stop. Throws InputError as levelSetOf does, and where denoising left no surface.
std::optional<SurfaceAnswer> measureSurface(const Volume& volume, const SurfaceSettings& settings, std::stop_token stop = {});

/// S_V in 1/px of a distance.
double areaPerVolume(const LevelSet& distance);

}  // namespace coarsen
