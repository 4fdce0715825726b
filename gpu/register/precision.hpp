// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::gpu {

/// Precision in which force, velocity and the numbers between voxels are kept; displacements and the volumes are float32 always.
enum class RegistrationPrecision { half, single };

}  // namespace coarsen::gpu
