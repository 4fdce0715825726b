// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/notice.hpp"

#include <QFrame>
#include <QPointer>
#include <QTimer>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace coarsen::window {

/// A notice that grows out of the thing it speaks of, with its remedies as buttons. It moves nothing, takes no focus unasked, and
/// stays until closed; one that only says that something is done goes by itself, but not while the mouse or the focus is on it.
class NoticeCallout : public QFrame {
    Q_OBJECT
public:
    explicit NoticeCallout(QWidget* parent);
    void show(const Notice& notice, const QPoint& tip);  ///< `tip`: in the parent's coordinates, the callout stands above it
    const Notice& notice() const { return notice_; }
    void takeFocus();  ///< to its first button; as it closes the focus goes back to where it was

signals:
    void remedyWanted(const coarsen::window::Notice& notice, coarsen::window::Remedy remedy);

protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override;
    void leaveEvent(QEvent*) override;
    void hideEvent(QHideEvent*) override;

private:
    Notice notice_;
    QLabel *icon_, *title_, *text_;
    QHBoxLayout* remedies_;
    QPushButton* firstRemedy_ = nullptr;
    QToolButton* close_;
    QPointer<QWidget> before_;  ///< had the focus
    QTimer over_;
    int tipX_ = 40;
};

}  // namespace coarsen::window
