// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <stop_token>

namespace coarsen {

/// The volume whose content sits `shift` voxels along x, y and z from where it is to be, moved back there. Catmull and Rom's
/// cubics between voxels; an axis with a whole shift keeps its values. What no voxel can tell is masked: the layer that has moved
/// in, and the neighbours of masked voxels. A shift counts as whole, or as none, where it is within 1e-6 voxel of it. The
/// volume itself where it does not move, where the shift is not known (NaN), and after a stop.
Volume movedBack(const Volume& volume, const std::array<double, 3>& shift, int threads, std::stop_token stop = {});

}  // namespace coarsen
