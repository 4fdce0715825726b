// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/curvature.hpp"
#include "core/levelset/denoise.hpp"
#include "core/levelset/level_set.hpp"
#include "core/levelset/surface_measures.hpp"
#include "core/levelset/surface_mesh.hpp"
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

/// What is kept of it.
SurfaceFacts factsOf(const SurfaceAnswer& answer);

/// Bytes that measuring the surface of so many voxels takes beside the volume, about.
std::size_t bytesToMeasureSurface(std::size_t voxels, const DenoiseSettings& denoise);

/// S_V in 1/px of a distance.
double areaPerVolume(const LevelSet& distance);

}  // namespace coarsen
