// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/slope_guides.hpp"
#include "app/window/values/growth_data.hpp"

#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QCustomPlot;
class QCPAxisRect;
class QCPErrorBars;
class QCPGraph;
class QCPItemRect;
class QCPItemStraightLine;

namespace coarsen::window {

class OtherSessionPoints;
class FitCurves;
class GrowthNotes;
class SampleMarks;
struct LegendRow;
struct SamplesData;

/// Parts of a figure of the chart beside points and fit.
struct GrowthLook {
    bool excluded = true;  ///< frames that the user left out are crosses, else they are not there
    bool residuals = true;
    bool legend = true;         ///< meaning of marks, line and band
    bool result = false;        ///< the law's parameters, with what they hold for
    bool scaledErrors = false;  ///< of that result
    bool guides = true;         ///< slopes of known laws, on logarithmic axes

    bool operator==(const GrowthLook&) const = default;
};

/// R_max against time with error bars, fit line and band; residuals under it on the same time axis. For the view and for figures.
///
/// Use, given `QCustomPlot* chart, const GrowthData& data`:
///
///     GrowthPlot plot(chart, theme());
///     plot.setLook({.residuals = false});
///     plot.show(data, 0, true);
class GrowthPlot {
public:
    GrowthPlot(QCustomPlot* plot, const Theme& theme);
    ~GrowthPlot();
    GrowthPlot(const GrowthPlot&) = delete;
    GrowthPlot& operator=(const GrowthPlot&) = delete;

    void show(const GrowthData& data, int currentFrame, bool logarithmic);
    void showCurrent(const GrowthData& data, int frame);  ///< another frame of the same data; `replotCurrent` then is enough
    void replotCurrent();
    void followAxes(const GrowthData& data);  ///< the chart's ranges were changed: a part of it is shown
    void showRange(const FitRange& range);    ///< instead of the one in the data, until the next show: while an end is dragged
    void applyTheme(const Theme& theme);
    void setDoubtsShown(bool shown) { doubtsShown_ = shown; }  ///< rings about frames that are far from their neighbours
    void setHandled(bool handled) { isHandled_ = handled; }    ///< true where the fit range has handles, which words leave free
    void setSamples(std::shared_ptr<const SamplesData> samples);  ///< beside the series, from the next show on; null: none
    void setLook(const GrowthLook& look);                         ///< before the first show; residuals left out do not come back

    QCPAxisRect* chart() const { return chart_; }
    QCPAxisRect* residuals() const { return residuals_; }

    /// The frame whose marker lies within `reach` screen px of the place, or -1.
    int frameNear(double x, double y, double reach) const;
    int sampleNear(double x, double y, double reach) const;  ///< likewise of one of the samples beside the series
    std::vector<int> framesIn(const QRectF& screen) const;   ///< whose markers lie in a rectangle of screen px

    const FitRange& range() const { return range_; }  ///< as shown
    /// Where a handle of the shown range stands: on the chart's top edge or beside it, in screen px; an open end at the first or
    /// last frame. Nothing without frames.
    std::optional<QPointF> handlePlace(RangeEnd end) const;
    /// The shown range with one end dragged to screen px `x`: it takes the nearest frame short of the other end, and is open on
    /// the first or last one.
    FitRange draggedRange(RangeEnd end, double x) const;

    /// Where time 0, the quench, stands on the chart's time axis, in screen px; nothing on a logarithmic axis or without frames.
    std::optional<QPointF> quenchPlace() const;
    double secondsAt(double x) const;  ///< series time at screen px `x`, rounded to what a pixel can tell
    void showQuench(double seconds);   ///< a line at another quench, until the next show: while it is dragged

private:
    struct Marks {
        QCPGraph* points = nullptr;
        QCPErrorBars* bars = nullptr;
        QCPGraph* residuals = nullptr;
        QCPErrorBars* residualBars = nullptr;
    };
    /// Pale: not in the fit, though not excluded.
    enum Kind { good, weak, manual, paleGood, paleWeak, paleManual, stale, excluded, kinds };

    void showPoints(const GrowthData& data);
    std::vector<LegendRow> legend(const GrowthData& data) const;
    void showSamples(const GrowthData& data);
    void includeSamples(double& first, double& last, double& lowest, double& highest) const;
    void showColumns();
    void styleMarks();
    std::pair<double, double> endsOf(std::initializer_list<Kind> kindsAsked, QCPGraph* Marks::*points,
                                     QCPErrorBars* Marks::*bars) const;
    double widestResidual() const;
    void setAxes(const GrowthData& data);
    void fitMarks();    ///< smaller ones where they would melt into a stripe
    void placeWords();  ///< where they cover least
    double screenX(double seconds) const;
    QPointF onScreen(const QPointF& place) const;

    QCustomPlot* plot_;
    QCPAxisRect *chart_, *residuals_;
    std::vector<Marks> marks_;
    QCPGraph *failed_, *edge_, *off_, *halo_;
    std::array<QCPGraph*, 2> columns_, residualColumns_;  ///< of the points, of the pale ones
    std::unique_ptr<FitCurves> curves_;
    std::unique_ptr<OtherSessionPoints> otherSession_;
    std::unique_ptr<SampleMarks> sampleMarks_;
    std::shared_ptr<const SamplesData> samples_;
    std::optional<SlopeGuides> guides_;
    QCPItemStraightLine *current_, *currentBelow_, *rangeFrom_, *rangeTo_, *quench_;
    std::vector<QCPItemRect*> outside_;
    std::unique_ptr<GrowthNotes> notes_;
    std::vector<std::pair<int, QPointF>> places_;  ///< frame and its point in axis coordinates
    std::vector<double> timesS_;                   ///< of the frames that the time axis can show, in order
    double t0S_ = 0, perTime_ = 1;                 ///< from series time to the time axis
    FitRange range_;
    const Theme* theme_;
    GrowthLook look_;
    bool logarithmic_ = false, doubtsShown_ = true, isHandled_ = true;
    bool isDense_ = false;  ///< more points than the chart has columns of pixels
    double markSize_ = 0;   ///< px, as the points in sight leave room
    QMetaObject::Connection laidOut_;
};

}  // namespace coarsen::window
