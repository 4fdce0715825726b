// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/map_plot.hpp"

#include <QWidget>

class QCustomPlot;
class QLabel;
class QMouseEvent;

namespace coarsen::window {

/// C2D with its ring, which can be dragged; a tag says what is under the mouse.
class MapView : public QWidget {
    Q_OBJECT
public:
    explicit MapView(QWidget* parent = nullptr);
    ~MapView() override;

    void show(std::shared_ptr<const CorrelationMap> map, const LengthScale& rMax, const Anisotropy& anisotropy,
              const Calibration& calibration);
    void showNothing();
    void setRingShown(bool shown);
    void setRing(double px);  ///< until the next show
    void setStale(bool stale);
    void setHoveredRadius(std::optional<double> px);
    QCustomPlot* plot() const { return plot_; }

signals:
    void radiusHovered(std::optional<double> px);
    void ringDragged(double px);
    void ringReleased();
    void described(const QString& words);  ///< what is drawn, for the header: with the axes where they are too small to say it

protected:
    void resizeEvent(QResizeEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void readOut(const QPointF& place);
    void drag(const QMouseEvent& event);
    void layOut();

    QCustomPlot* plot_;
    std::unique_ptr<MapPlot> content_;
    std::shared_ptr<const CorrelationMap> map_;
    Calibration calibration_;
    QLabel* tag_;
    bool isDragging_ = false;
};

}  // namespace coarsen::window
