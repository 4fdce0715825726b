// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/figures.hpp"
#include "app/window/values/flow_slices.hpp"
#include "app/window/values/volume_slices.hpp"

namespace coarsen::window {

/// The three slices through a voxel of what is measured, as large to each other as they are on the sample, and where they cut
/// each other. `withRing`: of radius R_max about that voxel, and its size in words. `flow`: drawn over them, as it is seen.
Figure slicesFigure(PreviewPointer preview, const Voxel& at, const Spacing& spacing, bool withRing = false,
                    std::shared_ptr<const FrameFlow> flow = {}, const FlowSeen& seen = {});

/// C3D in its three planes.
Figure planesFigure(PreviewPointer preview, const Spacing& spacing, const MapLook& look = {});

}  // namespace coarsen::window
