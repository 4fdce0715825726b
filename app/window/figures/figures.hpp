// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/axis_limits.hpp"
#include "app/window/plots/growth_plot.hpp"
#include "app/window/plots/map_look.hpp"
#include "app/window/plots/series_plot.hpp"
#include "app/window/plots/time_series.hpp"
#include "app/window/values/ensemble_data.hpp"
#include "app/window/values/volume_slices.hpp"
#include "app/window/workers/preview.hpp"

#include <QSize>

#include <functional>
#include <memory>
#include <optional>

class QCPPainter;
class QCustomPlot;
class QPainter;

namespace coarsen::window {

/// Something drawn at any size, in logical pixels of a 96 dpi screen. Always the light theme, whatever the window shows. For the
/// window's thread: plots are widgets.
struct Figure {
    std::function<void(QCPPainter&, const QSize&)> draw;
    double heightOverWidth = 0.62;  ///< its usual shape
    /// Draws the chart with these ends of its axes; none: a picture or a map, whose shape is its own.
    std::function<Figure(const AxisLimits&)> within = {};

    bool isEmpty() const { return !draw; }
    bool isChart() const { return static_cast<bool>(within); }
};

using ChartDrawing = std::function<void(QCPPainter&, const QSize&, const AxisLimits&)>;

/// A figure that can be drawn with other ends of its axes.
Figure chartFigure(ChartDrawing draw);

/// Draws a plot that has no window, laid out for the figure's size, with these ends of its first axes.
void drawChart(QCustomPlot& plot, QCPPainter& painter, const QSize& pixels, const AxisLimits& limits);

using PreviewPointer = std::shared_ptr<const Preview>;

Figure growthFigure(std::shared_ptr<const GrowthData> data, bool logarithmic, const GrowthLook& look = {});
Figure timeSeriesFigure(TimeSeries timeSeries);
Figure ensembleFigure(std::shared_ptr<const EnsembleData> data);
Figure ensembleCurvesFigure(std::shared_ptr<const EnsembleData> data);  ///< C1D of each group's pooled images
Figure profileFigure(PreviewPointer preview, const Calibration& calibration, const ProfileLook& look = {});
Figure spectrumFigure(PreviewPointer preview, const Calibration& calibration, bool logarithmic);
Figure sectorFigure(PreviewPointer preview, const Calibration& calibration);
Figure seriesFigure(std::shared_ptr<const SeriesCurves> curves, SeriesMode mode);
/// C2D, or of a volume C3D.
Figure mapFigure(PreviewPointer preview, const Calibration& calibration, const MapLook& look = {});
/// The final stage; has its picture's shape. `withRing`: a ring of radius R_max, and its size in words. Of a volume the slices
/// through `at`; without one through its middle.
Figure frameFigure(PreviewPointer preview, const Calibration& calibration, bool withRing = false,
                   const std::optional<Voxel>& at = {});

/// A bar of 1, 2 or 5 times a power of ten, about a sixth of the picture's width, in the lower right corner of `place`, where the
/// picture of that many pixels stands.
void drawScaleBar(QPainter& painter, const QRect& place, int pictureWidth, const Calibration& calibration);

/// A ring of radius R_max about the middle of `place`, where the picture of that many pixels stands, and in the lower left corner
/// what it is, with its error. Nothing where R_max was not found.
void drawRing(QPainter& painter, const QRect& place, int pictureWidth, const LengthScale& rMax, const Calibration& calibration);

}  // namespace coarsen::window
