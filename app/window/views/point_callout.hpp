// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace coarsen::window {

/// Words beside the point of a chart that the mouse is at and, when it rests there for a moment, the frame's picture.
class PointCallout : public QFrame {
    Q_OBJECT
public:
    explicit PointCallout(QWidget* chart);
    void say(const QString& words, const QPointF& place, const QImage& picture = {});  ///< place: in the chart
    void sayAbove(const QString& words, const QPoint& place);

protected:
    void hideEvent(QHideEvent*) override;

private:
    void setWords(const QString& words);
    void putBeside(const QPointF& place);

    QLabel *words_, *picture_;
    QTimer rest_;
    QPointF place_;
};

}  // namespace coarsen::window
