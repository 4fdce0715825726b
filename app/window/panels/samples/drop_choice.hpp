// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace coarsen::window {

/// Over the whole window while something is dragged onto it: a blue frame and, where a series is open, two halves that say what
/// letting go there does.
class DropChoice : public QWidget {
    Q_OBJECT
public:
    explicit DropChoice(QWidget* over);

    void offer(bool isAnythingOpen);
    void setPlace(const QPointF& place);         ///< of the mouse, in the window's coordinates
    bool isAdding() const { return isAdding_; }  ///< beside what is open, instead of in its place

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QRect half(bool isAdding) const;

    bool hasChoice_ = false, isAdding_ = false;
};

}  // namespace coarsen::window
