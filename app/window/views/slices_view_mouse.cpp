// SPDX-License-Identifier: GPL-3.0-or-later
// What wheel and mouse do to the slices.
#include "app/window/views/slices_view.hpp"

#include <QLineF>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

std::optional<std::size_t> SlicesView::planeAt(const QPointF& place) const {
    if (!brick_) return std::nullopt;
    for (std::size_t plane = 0; plane < panes_.size(); ++plane)
        if (panes_[plane].contains(place.toPoint())) return plane;
    return std::nullopt;
}

QPointF SlicesView::voxelPlace(std::size_t plane, const QPointF& onScreen) const {
    return transformOf(plane).inverted().map(onScreen);
}

std::optional<Voxel> SlicesView::voxelAt(const QPointF& place) const {
    const auto plane = planeAt(place);
    if (!plane) return std::nullopt;
    const SlicePlane& p = slicePlanes[*plane];
    const QPointF at = voxelPlace(*plane, place);
    Voxel voxel = at_;
    voxel[p.across] = static_cast<int>(std::floor(at.x()));
    voxel[p.down] = static_cast<int>(std::floor(at.y()));
    return within(brick_->size, voxel) == voxel ? std::optional(voxel) : std::nullopt;
}

void SlicesView::wheelEvent(QWheelEvent* event) {
    event->accept();
    const auto plane = planeAt(event->position());
    if (!plane) return;
    const SlicePlane& p = slicePlanes[*plane];
    if (event->modifiers() & Qt::ControlModifier) {
        step(p.through, event->angleDelta().y() > 0 ? -1 : 1);
        emit voxelHovered(voxelAt(event->position()));
        return;
    }
    const QPointF before = voxelPlace(*plane, event->position());
    zoom_ = std::clamp(zoom_ * std::pow(1.0015, event->angleDelta().y()), 0.1, 200.0);
    const QPointF moved = before - voxelPlace(*plane, event->position());
    centre_[p.across] += moved.x();
    centre_[p.down] += moved.y();
    update();
}

/// Also beyond the volume, at whose edge the crosshair then stays.
void SlicesView::dragCrosshair(const QPointF& place) {
    const SlicePlane& p = slicePlanes[dragged_];
    const QPointF at = voxelPlace(dragged_, place);
    Voxel voxel = at_;
    voxel[p.across] = static_cast<int>(std::floor(at.x()));
    voxel[p.down] = static_cast<int>(std::floor(at.y()));
    goTo(voxel);
}

QRectF SlicesView::cropIn(std::size_t plane) const {
    const SlicePlane& p = slicePlanes[plane];
    const std::array from = {kept_.x, kept_.y, kept_.z};
    return {double(from[p.across]), double(from[p.down]), double(lengthAlong(kept_.size, p.across)),
            double(lengthAlong(kept_.size, p.down))};
}

void SlicesView::beginCrop(const QPointF& place) {
    const SlicePlane& p = slicePlanes[dragged_];
    const bool isWhole = lengthAlong(kept_.size, p.across) == lengthAlong(brick_->size, p.across) &&
                         lengthAlong(kept_.size, p.down) == lengthAlong(brick_->size, p.down);
    keptBefore_ = kept_;
    cropGrip_ = {CropGrip::handleAt(transformOf(dragged_).mapRect(cropIn(dragged_)), place, !isWhole), cropIn(dragged_)};
    if (cropGrip_.handle < 0) cropGrip_ = CropGrip::newAt(voxelPlace(dragged_, place));
}

/// Two sides of the box are those dragged in this slice; the third stays.
void SlicesView::dragCrop(const QPointF& place) {
    const SlicePlane& p = slicePlanes[dragged_];
    const QRectF slice(0, 0, lengthAlong(brick_->size, p.across), lengthAlong(brick_->size, p.down));
    const QRectF box = cropGrip_.movedBy(voxelPlace(dragged_, place) - voxelPlace(dragged_, dragFrom_), slice);
    std::array from = {kept_.x, kept_.y, kept_.z}, sides = {kept_.size.width, kept_.size.height, kept_.size.depth};
    from[p.across] = int(box.x()), from[p.down] = int(box.y());
    sides[p.across] = int(box.width()), sides[p.down] = int(box.height());
    kept_ = {from[0], from[1], from[2], {sides[0], sides[1], sides[2]}};
    update();
}

/// False where it was a click.
bool SlicesView::endCrop(const QPointF& place) {
    constexpr double leastMove = 3;
    const bool isClick = QLineF(dragFrom_, place).length() < leastMove;
    const bool isLarge = std::min({kept_.size.width, kept_.size.height, kept_.size.depth}) >= 8;  // less is not measured
    if (isClick || !isLarge)
        kept_ = keptBefore_;
    else
        emit cropChosen(kept_);
    update();
    return !isClick;
}

void SlicesView::mousePressEvent(QMouseEvent* event) {
    const auto plane = planeAt(event->position());
    if (!plane || drag_ != Drag::none) return;
    dragged_ = *plane;
    dragFrom_ = event->position();
    centreBefore_ = centre_;
    const bool pans =
        event->button() == Qt::RightButton || event->button() == Qt::MiddleButton || event->modifiers() & Qt::ShiftModifier;
    if (!pans && event->button() != Qt::LeftButton) return;
    drag_ = pans ? Drag::pan : cropEditing_ ? Drag::crop : Drag::crosshair;
    if (drag_ == Drag::crop) beginCrop(event->position());
    if (drag_ == Drag::crosshair) dragCrosshair(event->position());
}

void SlicesView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF place = event->position();
    if (!brick_) return;
    if (drag_ == Drag::crosshair) dragCrosshair(place);
    if (drag_ == Drag::crop) dragCrop(place);
    if (drag_ == Drag::pan) {
        const SlicePlane& p = slicePlanes[dragged_];
        const double scale = perSide(dragged_);
        centre_[p.across] = centreBefore_[p.across] - (place.x() - dragFrom_.x()) / (scale * side(p.across));
        centre_[p.down] = centreBefore_[p.down] - (place.y() - dragFrom_.y()) / (scale * side(p.down));
        update();
    }
    setCursor(drag_ == Drag::pan ? Qt::ClosedHandCursor : planeAt(place) ? Qt::CrossCursor : Qt::ArrowCursor);
    emit voxelHovered(voxelAt(place));
}

void SlicesView::mouseReleaseEvent(QMouseEvent* event) {
    const Drag ended = std::exchange(drag_, Drag::none);
    if (ended == Drag::crop && !endCrop(event->position())) dragCrosshair(event->position());
}

void SlicesView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !cropEditing_) fit();
}

/// After a right button that panned there is no menu.
void SlicesView::contextMenuEvent(QContextMenuEvent* event) {
    if (brick_ && centre_ == centreBefore_) emit menuWanted(event->globalPos());
}

void SlicesView::leaveEvent(QEvent*) {
    emit voxelHovered(std::nullopt);
}

}  // namespace coarsen::window
