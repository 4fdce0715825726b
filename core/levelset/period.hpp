// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/curvature.hpp"
#include "core/levelset/level_set.hpp"
#include "core/levelset/surface_mesh.hpp"
#include "core/volume/volume.hpp"

#include <array>

namespace coarsen {

/// A volume that is one period of a structure, as the box of a simulation, with so much of its neighbours around it that what is
/// computed inside knows of no face.
class Period {
public:
    /// `marginPx`: how far what is computed at a voxel looks.
    Period(const Volume& volume, double marginPx);

    /// The volume with its neighbours; values and mask repeat themselves.
    Volume repeated(const Volume& volume) const;

    /// Part of a set on the repeated volume: the period's voxels, and with `hasNext` the first ones of the next period behind
    /// them, so that the cells between them are those of a whole period.
    LevelSet inside(const LevelSet& repeated, bool hasNext) const;

    /// Triangles of the cells of a period, with the curvatures of their vertices, in the places that they have in `inside`.
    void trim(SurfaceMesh& mesh, Curvatures& curvatures) const;

private:
    VolumeSize size_;
    std::array<int, 3> margins_{};
    std::array<double, 3> steps_{};  ///< sides of a voxel in px
    VolumeSize repeatedSize() const;
};

}  // namespace coarsen
