// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/crop_grip.hpp"

#include <QLineF>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int cropInside = 4;
constexpr double cropReach = 10;  // px about a handle
}  // namespace

int CropGrip::handleAt(const QRectF& onScreen, const QPointF& place, bool canMove) {
    for (int handle = 0; handle < 9; ++handle) {
        if (handle == cropInside) continue;
        const QPointF at(onScreen.left() + onScreen.width() * (handle % 3) / 2,
                         onScreen.top() + onScreen.height() * (handle / 3) / 2);
        if (QLineF(at, place).length() <= cropReach) return handle;
    }
    return canMove && onScreen.contains(place) ? cropInside : -1;
}

QRectF CropGrip::movedBy(const QPointF& moved, const QRectF& frame) const {
    QRectF crop = before;
    if (handle == cropInside) {
        crop.translate(moved);
        crop.moveLeft(std::clamp(crop.left(), 0.0, frame.width() - crop.width()));
        crop.moveTop(std::clamp(crop.top(), 0.0, frame.height() - crop.height()));
    } else {
        if (handle % 3 == 0) crop.setLeft(crop.left() + moved.x());
        if (handle % 3 == 2) crop.setRight(crop.right() + moved.x());
        if (handle / 3 == 0) crop.setTop(crop.top() + moved.y());
        if (handle / 3 == 2) crop.setBottom(crop.bottom() + moved.y());
    }
    return crop.normalized().intersected(frame).toAlignedRect();
}

}  // namespace coarsen::window
