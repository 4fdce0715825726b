// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "app/window/values/samples_data.hpp"

#include <QPixmap>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <utility>
#include <vector>

class QCPAxis;
class QCPErrorBars;
class QCPGraph;
class QCPScatterStyle;
class QCustomPlot;

namespace coarsen::window {

/// The mark of one of several samples: its condition's colour and shape; pale beside the mean of its condition.
QCPScatterStyle sampleMark(int style, double size, bool isPale, const Theme& theme);
QColor sampleColour(int style, bool isPale, const Theme& theme);
/// The same, drawn: for a list. `isLookedAt`: an orange circle, as in the growth chart.
QPixmap sampleSwatch(int style, bool isPale, bool isMean, bool isLookedAt, const Theme& theme, qreal pixelRatio);

/// Scale of the axes of a chart of growth.
struct ChartScale {
    SampleUnits units;
    double perLength = 1, perTime = 1;  ///< axis units in one um or px, one s or frame
    bool isLogarithmic = false;
};

/// Several samples in a chart of growth: points with error bars and the chosen law of each, each counted from its own origin; the
/// mean of repeats large, with its law, and the repeats pale.
class SampleMarks {
public:
    SampleMarks(QCustomPlot* plot, QCPAxis* x, QCPAxis* y);

    void applyTheme(const Theme& theme);
    void show(const SamplesData& data, const ChartScale& scale, std::optional<int> leftOut = {});
    void clear();
    void setMarkSize(double px);

    /// From the least time and length to the greatest; nothing where nothing is drawn.
    std::optional<QRectF> extent() const { return places_.empty() ? std::nullopt : std::optional(extent_); }
    /// The sample one of whose points lies within `reach` screen px of the place, or -1.
    int sampleNear(double x, double y, double reach) const;
    std::vector<QPolygonF> drawn() const;  ///< in screen px, thinned

private:
    struct Marks {
        QCPGraph *line = nullptr, *points = nullptr;
        QCPErrorBars* bars = nullptr;
        int style = 0;
        bool isPale = false, isMean = false;
    };

    Marks& next();
    void draw(const FittedGrowth& growth, int sample, const ChartScale& scale, int style, bool isPale, bool isMean);
    void drawLaw(const FittedGrowth& growth, const ChartScale& scale, QCPGraph* line) const;
    void styleMarks();

    QCustomPlot* plot_;
    QCPAxis *x_, *y_;
    std::vector<Marks> marks_;
    std::size_t used_ = 0;
    QRectF extent_;
    std::vector<std::pair<int, QPointF>> places_;  ///< a sample and one of its points, in axis coordinates
    const Theme* theme_ = nullptr;
    double markSize_ = 7;
};

}  // namespace coarsen::window
