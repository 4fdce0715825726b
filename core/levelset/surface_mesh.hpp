// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace coarsen {

/// Triangles whose corners run anticlockwise seen from outside the phase.
struct SurfaceMesh {
    using Vertex = std::array<float, 3>;            ///< px; voxel (0, 0, 0) is the origin
    using Triangle = std::array<std::uint32_t, 3>;  ///< its corners among the vertices

    std::vector<Vertex> vertices;
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> cells;  ///< of each triangle the voxel at its cube's lowest corner

    double area(std::size_t triangle) const;  ///< px^2
};

/// Marching cubes between the voxels' centres, left out where a cube has a voxel that is not valid. Corners of the phase that
/// touch in an edge or a corner only are joined (26-connected, the other phase 6-connected), so that the mesh has the topology
/// that Topology counts. After a stop: unfinished.
SurfaceMesh marchingCubes(const LevelSet& set, std::stop_token stop = {});

/// Each vertex's third of the triangles around it, px^2.
std::vector<double> vertexAreas(const SurfaceMesh& mesh);

/// chi = vertices - edges + triangles; of a closed surface twice that of the phase in it.
long long eulerNumber(const SurfaceMesh& mesh);

}  // namespace coarsen
