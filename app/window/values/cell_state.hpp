// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

/// How a frame stands in the run: the colour of its bar on the timeline.
enum class CellState { waiting, done, stale, weak, noPeak, excluded, failed };

}  // namespace coarsen::window
