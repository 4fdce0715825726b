// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/figures.hpp"
#include "app/window/plots/sample_charts.hpp"

#include <QString>

#include <memory>
#include <vector>

namespace coarsen::window {

Figure samplesFigure(std::shared_ptr<const SamplesData> data, bool logarithmic);  ///< growth of all, with their laws and names
Figure columnFigure(ColumnChart chart);
Figure collapseFigure(CollapseChart chart);

/// The growth of all as a table: a row a sample and point.
QString samplesGrowthData(const SamplesData& data);

}  // namespace coarsen::window
