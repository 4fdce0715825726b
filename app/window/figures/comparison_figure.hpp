// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/figures.hpp"
#include "app/window/values/comparison.hpp"

namespace coarsen::window {

/// A frame against another picture: the frame with its arrows on the left, the correlation map with its peak on the right, and
/// in one sentence how far it moved.
Figure comparisonFigure(std::shared_ptr<const Comparison> comparison);

}  // namespace coarsen::window
