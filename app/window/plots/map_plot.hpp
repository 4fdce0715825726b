// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/direction_mark.hpp"
#include "app/window/plots/map_look.hpp"
#include "app/window/theme/theme.hpp"
#include "core/correlate/correlation_map.hpp"
#include "core/measure/anisotropy.hpp"
#include "core/measure/length_scale.hpp"
#include "core/series/calibration.hpp"

#include <QPointF>

#include <memory>
#include <optional>

class QCustomPlot;
class QCPColorMap;
class QCPColorScale;
class QCPCurve;
class QCPItemEllipse;
class QCPItemText;
class QCPItemTracer;
class QCPLayer;

namespace coarsen::window {

/// C2D in a QCustomPlot: the map, its colour bar, the R_max ring, the ellipse through the first zero and the circle under the
/// mouse. For the view and for figures.
///
/// Use, given `QCustomPlot* chart, const CorrelationMap& map, const LengthScale& rMax, const Calibration& calibration`:
///
///     MapPlot plot(chart, theme());
///     plot.show(map, rMax, Anisotropy{}, calibration);
///     plot.keepSquare();
class MapPlot {
public:
    MapPlot(QCustomPlot* plot, const Theme& theme);

    /// Values beyond +-limit are drawn as the limit. True to the sample: pixels that are not square are not drawn square.
    void show(const CorrelationMap& map, const LengthScale& rMax, const Anisotropy& anisotropy, const Calibration& calibration,
              const MapLook& look = {});
    void showDirection(const std::optional<Direction>& direction);
    const DirectionMark& direction() const { return *direction_; }
    void clear();
    void applyTheme(const Theme& theme);
    void setRingShown(bool shown);
    void setRing(double px);                                ///< until the next show: while it is dragged
    bool isOnRing(double x, double y, double reach) const;  ///< true where a place in screen px lies that near to it
    void setHoveredRadius(std::optional<double> px);        ///< moves one item on its own layer
    /// Marks the peak of a cross-correlation where it lies, X₀ and Y₀ in px; nothing: no mark.
    void markPeak(const std::optional<QPointF>& offset);
    void keepSquare();  ///< after each layout: the map's plot area is square

    /// Where there is little room the axes keep their numbers only, and what they are has to be said elsewhere.
    bool namesItsAxes() const;
    void nameEverything();                  ///< axes and colour bar, for a figure that stands alone
    QString unit() const { return unit_; }  ///< of X₀ and Y₀

    double pxPerUnit() const { return pxPerUnit_; }  ///< axis units to pixels of length
    QPointF offsetAt(const QPointF& place) const;    ///< X₀ and Y₀ at a place in screen px
    double limit() const { return limit_; }

private:
    void place(QCPItemEllipse* circle, double radius) const;
    void showEllipse(const Anisotropy& anisotropy);
    void setColours(const CorrelationMap& map, const MapLook& look);

    QCustomPlot* plot_;
    QCPColorMap* map_;
    QCPColorScale* scale_;
    QCPItemEllipse *casing_, *ring_, *hover_;
    QCPCurve *ellipse_, *axis_, *ellipseCasing_;  ///< through C2D's first zero, and its longer axis
    QCPItemTracer *peakCasing_, *peak_;
    QCPItemText* elongation_;
    QCPLayer* hoverLayer_;
    std::unique_ptr<DirectionMark> direction_;
    MapLook look_;
    const Theme* theme_;
    double pxPerUnit_ = 1, stretch_ = 1;  ///< a column of the map is 1 / stretch of a pixel of length wide
    double limit_ = 0.3, ringRadius_ = 0;
    double reach_ = 1, circle_ = 1;  ///< of the axes, and of the largest circle on the map
    bool ringShown_ = true, isNamed_ = false;
    QString unit_;
};

/// Symmetric limit of the colours: the 99.5th percentile of |C| outside the central peak (beyond the first zero or R/10).
double colourLimit(const CorrelationMap& map);

/// How a cross-correlation is drawn: the colours end at its peak.
MapLook lookOfPeak(double peak, int lagsPerCell = 1);

}  // namespace coarsen::window
