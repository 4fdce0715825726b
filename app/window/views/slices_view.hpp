// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/flow_slices.hpp"
#include "app/window/views/crop_grip.hpp"
#include "core/series/calibration.hpp"

#include <QString>
#include <QTransform>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>

namespace coarsen::window {

/// A volume as three slices at right angles through one voxel, on which a crosshair stands in each: click or drag it, in any of
/// them. Wheel zooms at the mouse, Ctrl+wheel goes through the slices, Shift or the right button pans, double click fits. All
/// three share zoom and place; voxels have the shape that they have on the sample.
class SlicesView : public QWidget {
    Q_OBJECT
public:
    explicit SlicesView(QWidget* parent = nullptr);

    /// Another volume, or the same: zoom and crosshair stay where its size does. Its slices come by showSlices.
    void show(std::shared_ptr<const VolumeBrick> brick, const Spacing& spacing, const GreyLevels& levels);
    void showSlices(std::shared_ptr<const VolumeSlices> slices);  ///< of another volume they are passed over
    void showMessage(const QString& text);                        ///< instead of slices: empty, failed
    void setKept(const VoxelBox& box, bool isDimmed);             ///< box that is measured; the rest is dimmed around it
    void setGauge(std::optional<double> rMaxPx, const QString& text);
    void setGaugeShown(bool shown);
    void setHoveredRadius(std::optional<double> px);
    void setMaskShown(bool shown);
    void setCropEditing(bool editing);  ///< the mouse then drags the box of what is measured; a click still moves the crosshair
    void setFlow(std::shared_ptr<const FlowSlices> flow);  ///< over the slices, of the voxel that they go through; null: none
    void setStale(bool stale);
    void goTo(const Voxel& voxel);
    void step(std::size_t axis, int slices);
    void fit();

    const Voxel& voxel() const { return at_; }
    double zoom() const { return zoom_; }
    /// As slicePlanes, in px of the widget: where the slice is. What it is stands in a strip above it.
    QRect paneOf(std::size_t plane) const;
    /// From voxels across and down, counted from the first one's corner, to px of the widget.
    QTransform transformOf(std::size_t plane) const;
    const std::shared_ptr<const VolumeSlices>& slices() const { return slices_; }

    QSize minimumSizeHint() const override { return {200, 150}; }

signals:
    void slicesWanted(std::shared_ptr<const coarsen::window::VolumeBrick> brick, const coarsen::window::Voxel& at,
                      const coarsen::window::GreyLevels& levels);
    void cropChosen(const coarsen::VoxelBox& box);  ///< once a gesture
    void voxelHovered(std::optional<coarsen::window::Voxel> voxel);
    void menuWanted(const QPoint& at);  ///< on the screen

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
    enum class Drag { none, crosshair, pan, crop };

    void arrange();
    void ask();
    double side(std::size_t axis) const;      ///< of a voxel, in voxels' widths along x
    double perSide(std::size_t plane) const;  ///< px of the widget for 1 of that
    std::optional<std::size_t> planeAt(const QPointF& place) const;
    QPointF voxelPlace(std::size_t plane, const QPointF& onScreen) const;
    std::optional<Voxel> voxelAt(const QPointF& place) const;
    void dragCrosshair(const QPointF& place);
    QRectF cropIn(std::size_t plane) const;  ///< in its voxels across and down
    void beginCrop(const QPointF& place);
    void dragCrop(const QPointF& place);
    bool endCrop(const QPointF& place);
    void paintPlane(QPainter& painter, std::size_t plane) const;
    void paintStrip(QPainter& painter, std::size_t plane, int seen) const;
    void paintFlow(QPainter& painter, std::size_t plane, const QRectF& whole) const;
    void paintKept(QPainter& painter, std::size_t plane, const QRectF& whole) const;
    void paintCrosshair(QPainter& painter, std::size_t plane, const QRectF& whole) const;

    std::shared_ptr<const VolumeBrick> brick_;
    std::shared_ptr<const VolumeSlices> slices_;
    std::shared_ptr<const FlowSlices> flow_;
    Spacing spacing_;
    GreyLevels levels_;
    Voxel at_{};
    VoxelBox kept_;  ///< while it is dragged what it becomes
    QString message_, gaugeText_;
    std::optional<double> gaugePx_, hoveredPx_;
    bool isDimmed_ = true, gaugeShown_ = true, maskShown_ = true, stale_ = false, cropEditing_ = false;
    double zoom_ = 1;                 ///< 1: fitted
    std::array<double, 3> centre_{};  ///< the voxel in the middle of the panes
    std::array<QRect, 3> panes_;      ///< as slicePlanes
    Drag drag_ = Drag::none;
    std::size_t dragged_ = 0;  ///< the plane that a drag began in
    QPointF dragFrom_;
    std::array<double, 3> centreBefore_{};
    CropGrip cropGrip_;
    VoxelBox keptBefore_;
};

}  // namespace coarsen::window
