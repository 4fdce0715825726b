// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/recent_store.hpp"

#include <QAbstractButton>

namespace coarsen::window {

/// A series opened before: three of its frames, its name, what was found, where it lies and when it was opened.
class RecentCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit RecentCard(OfferedSeries offered, QWidget* parent = nullptr);
    bool isThere() const { return offered_.isThere || offered_.left; }

    QSize sizeHint() const override { return {404, 72}; }

signals:
    void openAnewWanted();  ///< the images, without what was not saved
    void discardWanted();   ///< the unsaved work
    void forgetWanted();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    OfferedSeries offered_;
};

}  // namespace coarsen::window
