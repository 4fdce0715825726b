// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/views/stage_picture.hpp"
#include "core/series/calibration.hpp"

#include <QPolygonF>
#include <QRect>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>

namespace coarsen::window {

using StagePictures = std::shared_ptr<const std::vector<StagePicture>>;

/// What the mouse paints with, in pixels of the frame.
struct Brush {
    bool isDust = true;
    double radiusPx = 8;
};

/// The frame: any stage, two under a wipe or side by side, dust over it, the crop's edge, a scale bar, and the gauge, a circle of
/// radius R_max that follows the mouse. Wheel zooms at the mouse, drag pans, double click fits.
class ImageView : public QWidget {
    Q_OBJECT
public:
    enum class Compare { single, wipe, side };

    explicit ImageView(QWidget* parent = nullptr);

    void show(StagePictures stages, const Calibration& calibration);
    void showMessage(const QString& text);  ///< instead of a picture: empty, failed
    void setStage(const QString& key);      ///< the stage on the right of a wipe, or alone
    void setCompare(Compare compare, const QString& leftKey = QStringLiteral("raw"));
    void setDustShown(bool shown);
    void setGauge(std::optional<double> rMaxPx, const QString& text);
    void setGaugeShown(bool shown);
    void setHoveredRadius(std::optional<double> px);
    void setCropEditing(bool editing);
    void setBrush(std::optional<Brush> brush);  ///< the mouse paints instead of panning; the right button still pans
    void setStale(bool stale);
    void moveWipe(double by);  ///< part of the width
    void fit();

    QSize minimumSizeHint() const override { return {200, 150}; }

signals:
    void cropChosen(const QRect& rect);                       ///< in pixels of the uncropped frame, once per gesture
    void pixelHovered(const QPointF& position, double grey);  ///< position in the uncropped frame; grey is NaN outside
    void wipeMoved(double part);
    void strokePainted(const QPolygonF& path, bool isDust);  ///< in pixels of the uncropped frame, once per stroke

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;

private:
    enum class Drag { none, pan, wipe, crop, paint };

    const StagePicture* stage(const QString& key) const;
    QSize frameSize() const;
    QRectF cropRect() const;                        ///< of the final stage in the uncropped frame, or the one being dragged
    QTransform transform(const QRect& area) const;  ///< frame pixels to widget
    QRect areaOf(bool left) const;
    void drawStage(QPainter& painter, const StagePicture& picture, const QRect& area) const;
    void drawCropEdge(QPainter& painter) const;
    void drawGauge(QPainter& painter) const;
    void drawBrush(QPainter& painter) const;
    void drawScaleBar(QPainter& painter) const;
    void drawTag(QPainter& painter, const QString& text, const QPoint& corner, bool right) const;
    int cropHandleAt(const QPointF& place) const;
    void dragCrop(const QPointF& framePosition);

    StagePictures stages_;
    Calibration calibration_;
    QString message_, stageKey_ = QStringLiteral("contrast"), leftKey_ = QStringLiteral("raw"), gaugeText_;
    Compare compare_ = Compare::single;
    std::optional<double> gaugePx_, hoveredPx_;
    std::optional<QPointF> mouse_;
    bool dustShown_ = true, gaugeShown_ = true, cropEditing_ = false, stale_ = false, fitted_ = true;
    double wipe_ = 0.4, zoom_ = 1;
    QPointF centre_;  ///< frame pixel in the middle of the view
    Drag drag_ = Drag::none;
    QPointF dragFrom_, centreBefore_;
    int cropHandle_ = -1;
    QRectF cropBefore_;
    std::optional<QRectF> draggedCrop_;
    std::optional<Brush> brush_;
    QPolygonF stroke_;  ///< being painted, or painted and not yet part of the pictures
    bool strokeIsDust_ = true;
};

/// What users call a stage: "Raw", "Flat", "Final".
QString stageName(const QString& key);

}  // namespace coarsen::window
