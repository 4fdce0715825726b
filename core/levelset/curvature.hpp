// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"
#include "core/levelset/surface_mesh.hpp"

#include <stop_token>
#include <vector>

namespace coarsen {

/// At each vertex of a mesh; the spread of a Gaussian that the distance is smoothed with before it is differentiated is 1 px,
/// which leaves balls and cylinders as they are.
struct Curvatures {
    std::vector<float> mean;      ///< H = (k1 + k2) / 2 in 1/px, positive on a ball of the phase
    std::vector<float> gaussian;  ///< K = k1 k2 in 1/px^2
    /// 1, or 0 where the volume's faces or voxels that are not valid are nearer than 3 voxels: what lies beyond would have a say.
    std::vector<std::uint8_t> isKnown;
};

/// Curvatures of the zero level of a distance, at the vertices of its mesh. After a stop: unfinished.
Curvatures curvaturesOf(const LevelSet& distance, const SurfaceMesh& mesh, int threads, std::stop_token stop = {});

}  // namespace coarsen
