// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/map_plot.hpp"
#include "app/window/views/plot_zoom.hpp"

#include <QWidget>

class QCustomPlot;
class QLabel;
class QMouseEvent;

namespace coarsen::window {

class EmptyWords;
/// Where the colours of the map end: at one value for all frames, at each frame's own, or where the user says.
enum class MapLimits { locked, frame, typed };

/// C2D with its ring, which can be dragged, and a direction that can be turned; a tag says what is under the mouse. The wheel
/// zooms, dragging pans, a double click shows all.
class MapView : public QWidget {
    Q_OBJECT
public:
    explicit MapView(QWidget* parent = nullptr);
    ~MapView() override;

    void show(std::shared_ptr<const CorrelationMap> map, const LengthScale& rMax, const Anisotropy& anisotropy,
              const Calibration& calibration);
    void showNothing(const QString& why);
    void setRingShown(bool shown);
    void setRing(double px);  ///< until the next show
    void setStale(bool stale);
    void setHoveredRadius(std::optional<double> px);
    void showDirection(const std::optional<Direction>& direction);  ///< a line or a sector that the mouse turns
    void resetView();                                               ///< all of the map
    const MapLook& look() const { return look_; }                   ///< with the limit that is shown
    MapLimits limits() const { return limits_; }
    void setLook(const MapLook& look, MapLimits limits);  ///< as in another view
    void setColours(MapColours colours);
    void setLogarithmic(bool logarithmic);
    void setLimits(MapLimits limits, double typed = 0);  ///< locked: to those of the map shown now
    void forgetLimit();                                  ///< another series: the next map's is kept
    QCustomPlot* plot() const { return plot_; }

signals:
    void radiusHovered(std::optional<double> px);
    void ringDragged(double px);
    void ringReleased();
    void directionDragged(const coarsen::Direction& direction);
    /// Says what is drawn, for the header, the longest wording first: with the axes where they are too small to say it.
    void described(const QStringList& words);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void replotSoon();
    void readOut(const QPointF& place);
    void showTag(const QString& where, const QString& what, const QPoint& mouse);
    enum class Grip { none, ring, line, border, map };

    Grip gripAt(const QPointF& place) const;
    double radiusAt(const QPointF& place) const;  ///< px of length
    void drag(const QMouseEvent& event);
    void moveGrip(const QPointF& place);
    void layOut();

    QCustomPlot* plot_;
    std::unique_ptr<MapPlot> content_;
    std::shared_ptr<const CorrelationMap> map_;
    Calibration calibration_;
    void redraw();

    MapLook look_;
    MapLimits limits_ = MapLimits::locked;
    LengthScale rMax_;
    Anisotropy anisotropy_;
    PlotZoom* zoom_;
    EmptyWords* empty_;
    QLabel* tag_;
    Grip grip_ = Grip::none;
};

}  // namespace coarsen::window
