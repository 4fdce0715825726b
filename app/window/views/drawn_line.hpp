// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QTransform>

#include <optional>

class QPainter;

namespace coarsen::window {

/// A straight line drawn on the frame, whose ends and middle can be dragged afterwards. It is kept in pixels of the uncropped
/// frame; what the mouse takes hold of is judged on the screen.
class DrawnLine {
public:
    enum class Grip { none, first, second, whole };

    bool isEmpty() const { return line_.isNull(); }
    const QLineF& line() const { return line_; }
    void clear() { line_ = {}; }

    Grip gripAt(const QPointF& onScreen, const QTransform& toScreen) const;
    void begin(Grip grip, const QPointF& at, const QSize& frame);  ///< none: a new line from here
    /// To a place in the frame; `isStraight`: along a row or a column of pixels.
    void drag(QPointF to, const QSize& frame, bool isStraight, const QTransform& toScreen);
    bool end(const QTransform& toScreen);  ///< false when it was a click: the earlier line is back

    /// `mark`: a dot at that part of the length.
    void paint(QPainter& painter, const QTransform& toScreen, std::optional<double> mark) const;

private:
    QLineF line_, before_;
    QPointF from_;
    Grip grip_ = Grip::none;
};

}  // namespace coarsen::window
