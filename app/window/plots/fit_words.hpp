// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

namespace coarsen::window {

/// Unit of a rate: µm or px over the chart's unit of time, so that a row has one. `perBase` multiplies a rate per second.
Unit rateUnit(const GrowthData& data);

/// The unit in which a parameter reads well.
Unit unitOf(const GrowthData& data, const ModelParameter& parameter);

/// The fit's parameters as they are shown, in the model's order: an amplitude A counts time in the chart's unit.
std::vector<FitParameter> shownParameters(const GrowthData& data, const GrowthFit& fit);

/// "Rₘₐₓ = v t"
QString equationOf(const GrowthData& data, const std::string& model);
QString symbolOf(const ModelParameter& parameter);  ///< "R₀"

/// "R₀ = 2.6 ± 1.5 µm": one of the shown parameters of that model, `withSymbol` false: "2.6 ± 1.5 µm".
QString parameterText(const GrowthData& data, const GrowthModel& model, const FitParameter& parameter, bool withSymbol = true);

/// Words for what matters most of a fit ("n = 0.33 ± 0.01"), what next ("A = …"; empty of a law of one parameter), and all of it.
struct FitResultWords {
    QString headline, detail, all;
};
FitResultWords resultOf(const GrowthData& data, const GrowthFit& fit);

/// "R² = 0.9998", and what it is measured against where that is not the mean.
QString r2Text(const GrowthFit& fit);

/// "t₀ ± 2 h: n = 0.97 to 1.03"; empty where it is not known, or of a law without an exponent since the quench.
QString quenchShiftText(const GrowthData& data, const GrowthFit& fit);

/// "misses points by up to 28 %" where the law surely does not describe its points, else empty.
QString misfitWords(const GrowthFit& fit);

/// Conditions that a fit's numbers hold for: "Rₘₐₓ = A tⁿ; 41 frames, 20 to 94.6 h after the quench; equal weights".
QString fitConditions(const GrowthData& data, const GrowthFit& fit);

/// Words for the lines of the growth chart: short ones, for a figure of one column has little room. Empty: it is not there.
struct LineWords {
    QString line, band, earlier, truth;
};
LineWords lineWords(const GrowthData& data);

/// The chosen law's parameters, with what they hold for; nothing while they are of an earlier recipe.
/// `withScaledErrors`: widened by the root of the reduced chi^2 where the law misses its points, which is said.
QString resultWords(const GrowthData& data, bool withEquation, bool withScaledErrors = false);

/// The chosen model's first answer: "v = 21.98 ± 0.20 µm/h", "n = 1.01 ± 0.05"; no number where all its frames are weak; empty
/// without a fit of the present recipe.
QString headline(const GrowthData& data);

/// Why the chart has no point to show, and what to do, in lines; empty where it has one.
QString whyNoPoints(const GrowthData& data, bool logarithmic);

/// How many of a fit's frames are weak, as a sentence; empty where none is.
QString weakText(const GrowthData& data, const GrowthFit& fit);

/// Sentence that the data prefer another law to the chosen one, that frames of the fit are weak, or that a line shows no growth;
/// empty otherwise.
QString preferenceText(const GrowthData& data);

}  // namespace coarsen::window
