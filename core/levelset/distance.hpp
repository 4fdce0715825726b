// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"
#include "core/levelset/surface_mesh.hpp"

#include <stop_token>

namespace coarsen {

/// How far from the surface a distance is told, px; farther voxels have this, with their sign.
constexpr double distanceReachPx = 7;

/// Any function becomes the signed distance to its zero level: value over slope beside the surface, elsewhere |grad phi| = 1 by
/// Godunov's upwind differences, swept in the eight directions. Signs stay. After a stop the set is as it was.
void redistance(LevelSet& set, std::stop_token stop = {});

/// The same, but within 2 px exactly the distance to the mesh's triangles, for what is differentiated twice.
void redistance(LevelSet& set, const SurfaceMesh& mesh, int threads, std::stop_token stop = {});

}  // namespace coarsen
