// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace coarsen::window {

/// A switch with a knob; grey ink when on, outlined when off.
class Switch : public QAbstractButton {
    Q_OBJECT
public:
    explicit Switch(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {34, 24}; }  ///< a target; the switch drawn in it is smaller

protected:
    void paintEvent(QPaintEvent*) override;
};

}  // namespace coarsen::window
