// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QString>

#include <optional>

class QCPAxis;
class QWheelEvent;

namespace coarsen::window {

/// The part of a plot that is shown: the wheel zooms at the mouse, dragging pans, and reset() shows all. It outlives the
/// drawing of another frame. Whoever draws the plot calls keep() afterwards, and passes the mouse on.
class PlotZoom : public QObject {
    Q_OBJECT
public:
    PlotZoom(QCPAxis* x, QCPAxis* y, QObject* parent = nullptr);

    bool isZoomed() const { return part_.has_value(); }
    bool isPanning() const { return pressedAt_.has_value(); }
    void reset();

    /// The axes have just been given the ranges of all there is; `kind` names their unit and scale: with another one the part
    /// means nothing any more. The values may be shown up to `highest` even where all there is ends below.
    void keep(const QString& kind, std::optional<double> highest = {});

    void wheel(const QWheelEvent& event);
    void press(const QPointF& place);
    void drag(const QPointF& place);
    void release() { pressedAt_.reset(); }

signals:
    void changed();

private:
    struct Range {
        double lower = 0, upper = 1;
        double size() const { return upper - lower; }
    };
    struct Part {
        Range x, y;
    };
    // Of an axis, in steps that are even on the screen: the logarithm of the value where the axis is logarithmic.
    static Range rangeOf(const QCPAxis* axis);
    static double evenPlace(const QCPAxis* axis, double pixel);
    static Range within(Range wanted, const Range& bounds);
    static void look(QCPAxis* axis, const Range& range);
    void take(const Part& wanted);

    QCPAxis *x_, *y_;
    Part all_, bounds_;
    std::optional<Part> part_;
    std::optional<QPointF> pressedAt_;
    Part pressedPart_;
    QString kind_;
};

}  // namespace coarsen::window
