// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/notice.hpp"

#include <QFrame>
#include <QTimer>

class QHBoxLayout;
class QLabel;

namespace coarsen::window {

/// A notice that grows out of the thing it speaks of, with its remedies as buttons. It moves nothing, takes no focus, and stays
/// until closed; one that only says that something is done goes by itself, but not while the mouse is on it.
class NoticeCallout : public QFrame {
    Q_OBJECT
public:
    explicit NoticeCallout(QWidget* parent);
    void show(const Notice& notice, const QPoint& tip);  ///< `tip`: in the parent's coordinates, the callout stands above it
    const Notice& notice() const { return notice_; }

signals:
    void remedyWanted(const coarsen::window::Notice& notice, coarsen::window::Remedy remedy);

protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override;
    void leaveEvent(QEvent*) override;

private:
    Notice notice_;
    QLabel *icon_, *title_, *text_;
    QHBoxLayout* remedies_;
    QTimer over_;
    int tipX_ = 40;
};

}  // namespace coarsen::window
