// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/figures.hpp"
#include "app/window/values/flow_slices.hpp"

namespace coarsen::window {

/// The flow that led to the shown frame, as it is seen in the window, with its legend and its numbers. Of a volume the slices
/// through `at`; without one through its middle.
Figure flowFigure(PreviewPointer preview, std::shared_ptr<const FrameFlow> flow, const FlowSeen& seen,
                  const Calibration& calibration, const std::optional<Voxel>& at);

}  // namespace coarsen::window
