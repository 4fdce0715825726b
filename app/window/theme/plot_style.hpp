// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"

#include <QPen>

class QCPAxis;
class QCPAxisRect;
class QCPColorGradient;
class QCPColorScale;
class QCPItemText;
class QCustomPlot;

namespace coarsen::window {

/// Left and bottom axes only, ticks outside, quiet grid, the theme's colours; numbers with a true minus.
void styleAxes(QCPAxisRect* rect, const Theme& theme);
void styleAxis(QCPAxis* axis, const Theme& theme);
void stylePlot(QCustomPlot* plot, const Theme& theme);
void setLogarithmic(QCPAxis* axis, bool logarithmic, const Theme& theme);  ///< with the ticks that belong to it
/// A linear axis of times from 0, so that a line from the quench is seen to begin there, to a little behind the last one; a point
/// at 0 or before is seen whole.
void setTimeRange(QCPAxis* axis, double first, double last);
void setWholeTicks(QCPAxis* axis, bool areWhole);  ///< of one that counts, once it has its scale

/// Small words that belong to the plot; where they stand is for the caller to say.
QCPItemText* addWords(QCustomPlot* plot);

/// A colour bar to the right of the plot, as high as its axes.
QCPColorScale* addColourScale(QCustomPlot* plot);

/// Curves and markers.
QPen pen(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine);

/// One of several series in a chart, in their order: its colour and its dash. Neither is orange or the blue of where one is.
struct SeriesStyle {
    QColor colour;
    Qt::PenStyle dash;
};
SeriesStyle seriesStyle(int index, const Theme& theme);

/// From the first frame (0) to the last (1): viridis, perceptually even and safe for colour blindness, without the end that would
/// fade into the ground.
QColor timeColour(double part, bool dark);
QCPColorGradient timeGradient(bool dark);

/// C2D: diverging about the middle, lightness in order to each side; dark centre in the dark theme.
QCPColorGradient divergingGradient(bool dark);

}  // namespace coarsen::window
