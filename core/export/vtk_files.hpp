// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_files.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/volume.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coarsen {

/// Numbers of a VTK file, one or several at each of its points.
struct VtkArray {
    std::string name;
    std::vector<std::span<const float>> components = {};  ///< each as long as there are points
    std::span<const std::uint8_t> flags = {};             ///< instead of them: one byte a point
};

/// The points of a volume's voxels in a VTK file: their middles, with lengths in µm where the size of a voxel is known, else in
/// px of the cube of its volume, as surfaces have them (SurfaceUnit).
struct VtkGrid {
    VolumeSize size;
    Spacing spacing;
    std::optional<Placement> placement = {};  ///< as niftiPlacement gives it; nothing: along the axes from 0 on

    std::string unit() const;
    std::array<double, 3> sides() const;   ///< of a voxel, in that unit
    std::array<double, 3> origin() const;  ///< middle of the first voxel
    /// A direction along the stored axes as one along the file's.
    std::array<double, 3> turned(const std::array<double, 3>& alongVoxels) const;
};

/// A displacement u, voxels along the stored axes, as lengths along the file's: how far the material at a voxel has come.
std::array<std::vector<float>, 3> displacementIn(const VtkGrid& grid, const std::array<std::vector<float>, 3>& u);

/// Writes a volume's numbers as VTK XML ImageData (.vti), which ParaView and VTK read; `remark` stands in it as a comment. Both
/// throw StorageError.
void writeVti(const std::filesystem::path& file, const VtkGrid& grid, const std::vector<VtkArray>& arrays,
              const std::string& remark);

/// Writes a volume as one array of a .vti, with `valid` beside it where voxels are masked (NaN).
void writeVolumeVti(const std::filesystem::path& file, const Volume& volume, const std::optional<Placement>& placement,
                    const std::string& name, const std::string& remark);

/// Writes triangles with numbers at their corners as VTK XML PolyData (.vtp).
void writeVtp(const std::filesystem::path& file, const std::vector<std::array<float, 3>>& points,
              const std::vector<std::array<std::uint32_t, 3>>& triangles, const std::vector<VtkArray>& arrays,
              const std::string& remark);

/// Writes a surface as .vtp, with curvatures and distances at its vertices as writeSurfacePly names them, in the space of the
/// .vti of its volume.
void writeSurfaceVtp(const std::filesystem::path& file, const SurfaceAnswer& answer, const SurfaceDisplacement* moved,
                     const std::optional<Placement>& placement);

/// Writes the signed distance of a surface as .vti: `distance`, in the unit of its lengths.
void writeDistanceVti(const std::filesystem::path& file, const LevelSet& distance, const std::optional<Placement>& placement);

}  // namespace coarsen
