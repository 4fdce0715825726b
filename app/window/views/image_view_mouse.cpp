// SPDX-License-Identifier: GPL-3.0-or-later
// What wheel and mouse do to the view.
#include "app/window/views/image_marks.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/loupe.hpp"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr int leastTimes = 4, mostTimes = 8;  // of the loupe
}  // namespace

void ImageView::wheelEvent(QWheelEvent* event) {
    event->accept();
    if (frameSize().isEmpty()) return;
    if (loupeShown_ && event->modifiers() & Qt::ControlModifier) {
        loupeTimes_ = std::clamp(loupeTimes_ + (event->angleDelta().y() > 0 ? 1 : -1), leastTimes, mostTimes);
        return update();
    }
    const QPointF before = framePosition(event->position());
    zoom_ = std::clamp(zoom_ * std::pow(1.0015, event->angleDelta().y()), 0.02, 60.0);
    fitted_ = false;
    centre_ += before - framePosition(event->position());
    update();
}

void ImageView::mousePressEvent(QMouseEvent* event) {
    const QPointF place = event->position();
    const bool pansOnly = (brush_ || tool_ != LineTool::none) && event->button() == Qt::RightButton;
    if ((event->button() != Qt::LeftButton && !pansOnly) || frameSize().isEmpty()) return;
    dragFrom_ = place;
    centreBefore_ = centre_;
    const auto grip = tool_ == LineTool::none ? DrawnLine::Grip::none : drawnLine().gripAt(place, transformAt(place.x()));
    const bool isOnEnd = grip == DrawnLine::Grip::first || grip == DrawnLine::Grip::second;
    if (pansOnly) {
        drag_ = Drag::pan;
    } else if (brush_) {
        drag_ = Drag::paint;
        strokeIsDust_ = brush_->isDust != bool(event->modifiers() & Qt::AltModifier);
        stroke_ = {framePosition(place)};
        update();
    } else if (cropEditing_) {
        drag_ = Drag::crop;
        const bool isWhole = cropRect().size() == QSizeF(frameSize());
        cropGrip_ = {CropGrip::handleAt(transform(areaOf(false)).mapRect(cropRect()), place, !isWhole), cropRect()};
        if (cropGrip_.handle < 0) cropGrip_ = CropGrip::newAt(framePosition(place));
    } else if (isOnWipe(place.x()) && !isOnEnd) {
        drag_ = Drag::wipe;
    } else if (tool_ != LineTool::none) {
        drag_ = Drag::line;
        drawnLine().begin(grip, framePosition(place), frameSize());
    } else {
        drag_ = Drag::pan;
    }
}

void ImageView::dragCrop(const QPointF& framePosition) {
    const QPointF moved = framePosition - transformAt(dragFrom_.x()).inverted().map(dragFrom_);
    draggedCrop_ = cropGrip_.movedBy(moved, QRectF(QPointF(), frameSize()));
    update();
}

void ImageView::showCursor(const QPointF& place) {
    const auto grip = tool_ == LineTool::none ? DrawnLine::Grip::none : drawnLine().gripAt(place, transformAt(place.x()));
    setCursor(brush_                           ? Qt::BlankCursor
              : cropEditing_                   ? Qt::CrossCursor
              : isOnWipe(place.x())            ? Qt::SplitHCursor
              : grip == DrawnLine::Grip::whole ? Qt::SizeAllCursor
              : tool_ != LineTool::none        ? Qt::CrossCursor
                                               : Qt::ArrowCursor);
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF place = event->position();
    mouse_ = place;
    if (frameSize().isEmpty()) return;
    // A drag stays on the side that it began on.
    const QTransform t = transformAt(drag_ == Drag::none || drag_ == Drag::wipe ? place.x() : dragFrom_.x());
    const QPointF position = t.inverted().map(place);
    switch (drag_) {
        case Drag::pan:
            centre_ = centreBefore_ -
                      QPointF((place.x() - dragFrom_.x()) / zoom_, (place.y() - dragFrom_.y()) / (zoom_ * calibration_.aspect()));
            fitted_ = fitted_ && QLineF(place, dragFrom_).length() < 3;
            break;
        case Drag::wipe:
            moveWipe(place.x() / width() - wipe_);
            break;
        case Drag::crop:
            dragCrop(position);
            break;
        case Drag::paint:
            // Points a third of the brush apart draw the same stroke as every one that the mouse reports.
            if (QLineF(stroke_.back(), position).length() > brush_->radiusPx / 3) stroke_ << position;
            break;
        case Drag::line:
            drawnLine().drag(position, frameSize(), event->modifiers() & Qt::ShiftModifier, t);
            emit lineChanged(drawnLine().line(), false);
            break;
        case Drag::none:
            showCursor(place);
    }
    emit pixelHovered(position);
    update();
}

void ImageView::mouseReleaseEvent(QMouseEvent*) {
    const Drag ended = std::exchange(drag_, Drag::none);
    if (ended == Drag::paint) emit strokePainted(stroke_, strokeIsDust_);
    if (ended == Drag::crop && draggedCrop_) {
        const QRect chosen = draggedCrop_->toAlignedRect();
        if (chosen.width() >= 16 && chosen.height() >= 16)
            emit cropChosen(chosen);
        else
            draggedCrop_.reset();  // a click, not a rectangle
    }
    if (ended == Drag::line) {
        drawnLine().end(transformAt(dragFrom_.x()));
        emit lineChanged(drawnLine().line(), true);
    }
    update();
}

void ImageView::mouseDoubleClickEvent(QMouseEvent*) {
    if (!brush_ && tool_ == LineTool::none) fit();
}

void ImageView::contextMenuEvent(QContextMenuEvent* event) {
    if (!brush_ && tool_ == LineTool::none && !cropEditing_) emit menuWanted(event->globalPos());
}

void ImageView::leaveEvent(QEvent*) {
    mouse_.reset();
    emit pixelHovered({-1, -1});
    update();
}

}  // namespace coarsen::window
