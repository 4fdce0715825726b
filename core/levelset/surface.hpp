// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/curvature.hpp"
#include "core/levelset/denoise.hpp"
#include "core/levelset/level_set.hpp"
#include "core/levelset/surface_displacement.hpp"
#include "core/levelset/surface_measures.hpp"
#include "core/levelset/surface_mesh.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace coarsen {

/// Rule for what counts at the faces of a volume and at the rim of its mask, for the area and the Euler number per volume.
enum class Borders {
    inside,    ///< what lies between the centres of valid voxels, by the volume of the same cells
    extended,  ///< the surface goes straight on to the outer faces of voxels, and chi is by all voxels, valid or not
    periodic   ///< the volume is one period of the structure: behind each face it goes on at the face opposite
};

struct SurfaceSettings {
    LevelSettings level;
    DenoiseSettings denoise;
    Borders borders = Borders::inside;
    NlmRequest nlm = {};       ///< the engines of non-local means
    int threads = 0;           ///< 0: all cores
    PartDone onProgress = {};  ///< part of the measurement that is done, about
};

/// The shares of the area by curvature; what lies beyond the ends is in the last bins.
struct CurvatureHistogram {
    static constexpr std::size_t bins = AreaShares::bins;
    double mostH = 0, mostK = 0;      ///< bins run from -most to most, in 1/px and 1/px^2
    std::vector<double> h, k, joint;  ///< joint: h runs fastest
};

/// The surface as it was before it was denoised.
struct NoisySurface {
    SurfaceMesh mesh;
    Curvatures curvatures;
    CurvatureHistogram histogram;  ///< as far as the denoised one's
    SurfaceDisplacement removed;   ///< how far denoising moves it, as of the denoised one: > 0 outwards
};

struct SurfaceAnswer {
    double level = 0;
    LevelSet distance;
    SurfaceMesh mesh;
    Curvatures curvatures;
    CurvatureHistogram histogram;
    SurfaceMeasures measures;
    double areaPerVolumeBefore = 0;  ///< S_V in 1/px before it was denoised
    double noisePx = 0;              ///< surfaceNoise before it was denoised; NaN where it is not known
    std::optional<DenoiseReport> denoised;
    std::optional<SurfaceDisplacement> removed;  ///< how far denoising moved the surface; nothing: it was not denoised
    std::optional<NoisySurface> noisy;           ///< likewise
};

/// The whole way from grey values to numbers: smoothing, level, distance, denoising, triangles, curvature, topology. Nothing
/// after a stop. Throws InputError as levelSetOf does, and where denoising left no surface.
std::optional<SurfaceAnswer> measureSurface(const Volume& volume, const SurfaceSettings& settings, std::stop_token stop = {});

/// The distance to the surface that measureSurface finds, without its numbers: what a later one is compared with. With periodic
/// borders it has the first voxels of the next period as well. Nothing after a stop. Throws the same.
std::optional<LevelSet> surfaceDistance(const Volume& volume, const SurfaceSettings& settings, std::stop_token stop = {});

/// Facts that are kept of a surface.
SurfaceFacts factsOf(const SurfaceAnswer& answer);

/// Bytes that measuring the surface of a volume of that size takes beside it, about.
std::size_t bytesToMeasureSurface(const VolumeSize& size, const SurfaceSettings& settings);

}  // namespace coarsen
