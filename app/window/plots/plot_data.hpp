// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/series_plot.hpp"
#include "app/window/plots/spectrum_plot.hpp"
#include "app/window/plots/time_series.hpp"
#include "core/measure/sectors.hpp"
#include "core/measure/volume_measurer.hpp"

#include <QString>

namespace coarsen::window {

// What a plot shows as text for a spreadsheet: tabs between columns, a header with units, all digits, a decimal point.
QString profileData(const RadialProfile& profile, const Calibration& calibration, const DirectionCurve* direction);
QString spectrumData(const Spectrum& spectrum, const Calibration& calibration);
QString sectorData(const std::vector<Sector>& sectors, const Calibration& calibration);
QString seriesData(const SeriesCurves& curves);                              ///< of every frame that is drawn from
QString mapData(const CorrelationMap& map, const Calibration& calibration);  ///< X₀ across, Y₀ down
/// C3D's three planes, one below the other.
QString planesData(const CorrelationVolume& map, const Spacing& spacing);
QString growthData(const GrowthData& data);  ///< with the chosen fit and the residuals
QString timeSeriesData(const TimeSeries& timeSeries);

}  // namespace coarsen::window
