// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

namespace coarsen::window {

/// Where a rectangle that is edited is held: handle 0 to 8 row by row, of which 4 is its inside; -1 is beside it.
struct CropGrip {
    int handle = -1;
    QRectF before;  ///< the rectangle, in the frame

    /// A new rectangle, which the mouse draws from here.
    static CropGrip newAt(const QPointF& inFrame) { return {8, QRectF(inFrame, inFrame)}; }

    /// Handle that the mouse would hold; the inside only where `canMove`.
    static int handleAt(const QRectF& onScreen, const QPointF& place, bool canMove);

    /// The rectangle once the mouse has moved so far in the frame, in whole pixels and within the frame.
    QRectF movedBy(const QPointF& moved, const QRectF& frame) const;
};

}  // namespace coarsen::window
