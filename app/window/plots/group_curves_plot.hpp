// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "app/window/values/ensemble_data.hpp"

class QCustomPlot;

namespace coarsen::window {

/// C1D of an ensemble's groups over each other, named in their order.
void drawGroupCurves(QCustomPlot& plot, const EnsembleData& ensemble, const Theme& theme);

}  // namespace coarsen::window
