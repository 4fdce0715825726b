// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/surface.hpp"
#include "core/volume/placement.hpp"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace coarsen {

/// Lengths of a surface as they are written: micrometres where a voxel's size is known, else px.
struct SurfaceUnit {
    double perPx = 1;
    std::string name = "px";
};
SurfaceUnit unitOf(const Spacing& spacing);

/// The signed distance as NIfTI of float32, NaN where a voxel is not valid. Throws StorageError. False, and nothing is written,
/// after a stop.
bool writeDistanceNifti(const std::filesystem::path& file, const LevelSet& distance, const std::stop_token& stop = {},
                        const std::optional<Placement>& placement = {});

/// Triangles as binary PLY; each vertex with `mean_curvature` and `gaussian_curvature`, of a denoised surface also
/// `removed_noise`, and with `moved`, the displacement from a former surface, `distance_moved`; NaN where not known. The middle
/// of the first voxel is the origin. Throws StorageError.
void writeSurfacePly(const std::filesystem::path& file, const SurfaceAnswer& answer, const SurfaceDisplacement* moved = nullptr);

/// Triangles alone as binary STL, lengths as in the PLY. Throws StorageError.
void writeSurfaceStl(const std::filesystem::path& file, const SurfaceAnswer& answer);

/// The share of the area by curvature: `quantity,from,to,share`, quantity `h` in 1/unit or `k` in 1/unit^2, and `removed_noise`
/// and `distance_moved` in units where they are there; the first and the last bin hold what lies beyond.
std::string curvatureCsv(const SurfaceAnswer& answer, const SurfaceDisplacement* moved = nullptr);

/// The table of surfaces, `surface.csv`: its header, and the row of a frame.
std::string surfaceCsvHeader();
std::string surfaceCsvRow(int frame, const SurfaceMeasures& measures, const SurfaceUnit& unit);

}  // namespace coarsen
