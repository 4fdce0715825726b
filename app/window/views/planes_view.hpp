// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/planes_plot.hpp"

#include <QWidget>

#include <memory>
#include <optional>

class QCustomPlot;
class QLabel;
class QMouseEvent;

namespace coarsen::window {

class EmptyWords;

/// C3D in its three planes, which can be pointed at. The ring is dragged as that of C2D.
class PlanesView : public QWidget {
    Q_OBJECT
public:
    explicit PlanesView(QWidget* parent = nullptr);
    ~PlanesView() override;

    void show(std::shared_ptr<const CorrelationVolume> map, const LengthScale& rMax, const Spacing& spacing, const MapLook& look);
    void showNothing(const QString& why);
    void setRingShown(bool shown);
    void setRing(double px);
    void setStale(bool stale);
    void setHoveredRadius(std::optional<double> px);
    double limit() const { return content_->limit(); }
    const PlanesPlot& content() const { return *content_; }
    QCustomPlot* plot() const { return plot_; }

signals:
    void radiusHovered(std::optional<double> px);
    void ringDragged(double px);
    void ringReleased();
    void described(const QStringList& words);  ///< words on the drawing, for the header, the longest wording first

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    void replotSoon();
    void readOut(const QPointF& place);
    void drag(const QMouseEvent& event);

    QCustomPlot* plot_;
    std::unique_ptr<PlanesPlot> content_;
    std::shared_ptr<const CorrelationVolume> map_;
    Spacing spacing_;
    EmptyWords* empty_;
    QLabel* tag_;
    bool isRingHeld_ = false;
};

}  // namespace coarsen::window
