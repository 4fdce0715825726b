// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/flow_slices.hpp"
#include "app/window/views/crop_grip.hpp"
#include "app/window/views/drawn_line.hpp"
#include "app/window/views/stage_tag.hpp"
#include "core/series/calibration.hpp"

#include <QPolygonF>
#include <QRect>
#include <QString>
#include <QWidget>

#include <optional>

namespace coarsen::window {

/// Brush that the mouse paints with, in pixels of the frame.
struct Brush {
    bool isDust = true;
    double radiusPx = 8;
};

/// Purpose of a line drawn on the frame.
enum class LineTool { none, knownLength, profile };

/// The frame: any stage, two under a wipe or side by side, dust over it, the crop's edge, a scale bar, a loupe, a line, and the
/// gauge, a circle of radius R_max that follows the mouse. Wheel zooms at the mouse, drag pans, double click fits. All that is
/// shown shares one zoom and one place; both stay when frame or stage changes.
///
/// Use, given `StagePictures stages, const Calibration& calibration`:
///
///     ImageView view;
///     view.setLook({.compare = ImageView::Compare::wipe});
///     view.show(stages, calibration);
///     view.setGauge(43.5, "R_max");
class ImageView : public QWidget {
    Q_OBJECT
public:
    enum class Compare { single, wipe, side };
    /// Stages that are seen, by their keys: the one on the right, or alone, and the one on the left of a wipe or of two.
    struct Look {
        Compare compare = Compare::single;
        QString left = QStringLiteral("raw"), right = QStringLiteral("contrast");
        bool operator==(const Look&) const = default;
    };

    explicit ImageView(QWidget* parent = nullptr);

    void show(StagePictures stages, const Calibration& calibration);
    void showMessage(const QString& text);  ///< instead of a picture: empty, failed
    void setLook(const Look& look);
    void setDustShown(bool shown);
    void setGauge(std::optional<double> rMaxPx, const QString& text);
    void setGaugeShown(bool shown);
    void setHoveredRadius(std::optional<double> px);
    void setCropEditing(bool editing);
    void setBrush(std::optional<Brush> brush);     ///< the mouse paints instead of panning; the right button still pans
    void setLineTool(LineTool tool);               ///< the mouse draws a line; the right button still pans
    void setLineMark(std::optional<double> part);  ///< a dot on the line, at that part of its length
    void setLoupeShown(bool shown);
    void setFlow(std::shared_ptr<const FlowSlices> flow);  ///< over the frame, on the right of a wipe or of two; null: none
    void setStale(bool stale);
    void moveWipe(double by);  ///< part of the width
    void fit();

    const Look& look() const { return look_; }
    double wipe() const { return wipe_; }
    double zoom() const { return zoom_; }
    int loupeTimes() const { return loupeTimes_; }
    LineTool lineTool() const { return tool_; }
    QLineF line() const;                                  ///< of the tool in use, in pixels of the uncropped frame
    const StagePicture* stage(const QString& key) const;  ///< the last one when there is none of that name
    std::vector<const StagePicture*> shown() const;       ///< one or two, from the left
    QPointF toScreen(const QPointF& framePosition, bool left = false) const;

    QSize minimumSizeHint() const override { return {200, 150}; }

signals:
    void cropChosen(const QRect& rect);          ///< in pixels of the uncropped frame, once per gesture
    void pixelHovered(const QPointF& position);  ///< in the uncropped frame; outside of it when nothing is under the mouse
    void strokePainted(const QPolygonF& path, bool isDust);  ///< in pixels of the uncropped frame, once per stroke
    void stageWanted(const QString& key, bool left);
    void menuWanted(const QPoint& at);  ///< on the screen; not while a tool is in hand, whose right button pans
    void shownChanged();                ///< other pictures, stages or sides
    void lineChanged(const QLineF& line, bool isReleased);  ///< while it is drawn or dragged, and when it is let go

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    static constexpr double handleReach = 10;  ///< px about a handle or the wipe
    enum class Drag { none, pan, wipe, crop, paint, line };

    QSize frameSize() const;
    QRectF cropRect() const;                        ///< of the final stage in the uncropped frame, or the one being dragged
    QTransform transform(const QRect& area) const;  ///< frame pixels to widget
    QRect areaOf(bool left) const;
    bool isOnLeft(double x) const;  ///< of the two stages
    bool isOnWipe(double x) const;
    QTransform transformAt(double x) const;
    QPointF framePosition(const QPointF& onScreen) const;
    const StagePicture* stageAt(double x) const;
    void placeTags();
    void paintStages(QPainter& painter) const;
    void paintFlow(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void showCursor(const QPointF& place);
    void dragCrop(const QPointF& framePosition);
    DrawnLine& drawnLine() { return lines_[tool_ == LineTool::profile]; }
    const DrawnLine& drawnLine() const { return lines_[tool_ == LineTool::profile]; }

    StagePictures stages_;
    std::shared_ptr<const FlowSlices> flow_;
    Calibration calibration_;
    QString message_, gaugeText_;
    Look look_;
    StageTag *leftTag_, *rightTag_;
    std::optional<double> gaugePx_, hoveredPx_, lineMark_;
    std::optional<QPointF> mouse_;
    bool dustShown_ = true, gaugeShown_ = true, cropEditing_ = false, loupeShown_ = false, stale_ = false, fitted_ = true;
    double wipe_ = 0.4, zoom_ = 1;
    int loupeTimes_ = 6;
    QPointF centre_;    ///< frame pixel in the middle of the view
    QSize placedSize_;  ///< of the frame that zoom and centre were chosen for
    Drag drag_ = Drag::none;
    QPointF dragFrom_, centreBefore_;
    CropGrip cropGrip_;
    std::optional<QRectF> draggedCrop_;
    std::optional<Brush> brush_;
    QPolygonF stroke_;  ///< being painted, or painted and not yet part of the pictures
    bool strokeIsDust_ = true;
    LineTool tool_ = LineTool::none;
    DrawnLine lines_[2];  ///< of the known length, of the profile
};

}  // namespace coarsen::window
