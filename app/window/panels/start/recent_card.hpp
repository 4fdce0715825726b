// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/recent_series.hpp"

#include <QAbstractButton>

namespace coarsen::window {

/// A series opened before: three of its frames, its name, and what was found.
class RecentCard : public QAbstractButton {
    Q_OBJECT
public:
    RecentCard(RecentSeries series, const QImage& picture, bool isThere, QWidget* parent = nullptr);
    bool isThere() const { return isThere_; }

    QSize sizeHint() const override { return {404, 60}; }

protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    RecentSeries series_;
    bool isThere_;
    QImage picture_;
};

}  // namespace coarsen::window
