// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/area_shares.hpp"
#include "core/levelset/level_set.hpp"
#include "core/levelset/surface_mesh.hpp"

#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

namespace coarsen {

/// How far a surface lies from a former one at each of its vertices: the shortest distance, > 0 where the phase has grown over
/// the former surface.
struct SurfaceDisplacement {
    SurfaceDisplacement opposite() const;  ///< of the former surface from this one, at this one's vertices

    std::vector<float> px;  ///< NaN where the former surface is 7 px away or more, or where nothing was measured
    double mean = std::numeric_limits<double>::quiet_NaN(), rms = mean;  ///< px, weighted by area, where it is known
    AreaShares shares;                                                   ///< of the area, by px
};

/// `former`: the distance to the former surface, on the voxels that the mesh was found on. Its shares run to `most`; none: to
/// what 99 % of the vertices lie within.
/// After a stop: unfinished.
SurfaceDisplacement surfaceDisplacement(const SurfaceMesh& mesh, const LevelSet& former, std::optional<double> most = {},
                                        std::stop_token stop = {});

}  // namespace coarsen
