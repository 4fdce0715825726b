// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/growth_plot.hpp"

namespace coarsen::window {

/// A rate that reads well: px/s becomes µm/h or the like. `perBase` multiplies a rate per second.
Unit rateUnit(const GrowthData& data, double perSecond);

/// The unit in which a parameter reads well.
Unit unitOf(const GrowthData& data, const FitParameter& parameter);

/// "Rₘₐₓ = v t"
QString equationOf(const GrowthData& data, const std::string& model);
QString symbolOf(const FitParameter& parameter);  ///< "R₀"

/// "misses points by up to 28 %" where the law surely does not describe its points, else empty.
QString misfitWords(const GrowthFit& fit);

/// What a fit's numbers hold for: "Rₘₐₓ = A tⁿ; 41 frames, 20 to 94.6 h after the quench; equal weights".
QString fitConditions(const GrowthData& data, const GrowthFit& fit);

/// What the words in the growth chart tell.
struct ChartWords {
    bool legend = true;    ///< what line and band are
    bool result = false;   ///< the law's parameters, with what they hold for
    bool hasPale = false;  ///< points outside the fit are there
};

/// Short lines, which fit into a figure of one column; empty where there is nothing to tell.
QString chartWords(const GrowthData& data, const ChartWords& wanted);

/// The chosen model's first answer: "v = 21.98 ± 0.20 µm/h", "n = 1.01 ± 0.05"; empty without a fit.
QString headline(const GrowthData& data);

}  // namespace coarsen::window
