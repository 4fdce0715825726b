// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "app/window/values/paper_timings.hpp"

class QCustomPlot;

namespace coarsen::window {

enum class PaperQuantity { time, speedUp };

/// Time, or speed-up over simple C, against the largest offset, both logarithmic: Figs 6 and 7 of Lu et al. (2010).
void drawPaperTimings(QCustomPlot& plot, const PaperTimings::Size& size, const QString& machine, PaperQuantity quantity,
                      const Theme& theme);

}  // namespace coarsen::window
