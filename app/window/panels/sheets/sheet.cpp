// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/sheet.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QKeyEvent>

namespace coarsen::window {

bool pressFocusedButton() {
    auto* const button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
    if (!button || qobject_cast<QCheckBox*>(button)) return false;  // a tick is what Space is for
    button->click();
    return true;
}

Sheet::Sheet(QWidget* parent, bool guarded) : QFrame(parent) {
    setFocusPolicy(Qt::ClickFocus);  // a click on bare ground leaves the focus in the sheet
    if (!guarded) return;
    guard_ = new QWidget(parent);
    guard_->hide();
    guard_->installEventFilter(this);
}

void Sheet::open(QWidget* first) {
    if (!isVisible()) before_ = window()->focusWidget();
    if (guard_) {
        guard_->setGeometry(parentWidget()->rect());
        guard_->show();
        guard_->raise();
    }
    show();
    raise();
    first->setFocus();
}

bool Sheet::focusNextPrevChild(bool next) {
    QWidget* const from = window()->focusWidget();
    QWidget* at = from && isAncestorOf(from) ? from : this;
    for (QWidget* const first = at;;) {
        at = next ? at->nextInFocusChain() : at->previousInFocusChain();
        if (at == first) return true;
        const bool takesTab = at->focusPolicy() & Qt::TabFocus && at->isEnabled() && !at->focusProxy();
        if (takesTab && isAncestorOf(at) && at->isVisibleTo(this)) break;
    }
    at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void Sheet::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            hide();
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!guard_) return QFrame::keyPressEvent(event);
            if (!pressFocusedButton()) accept();
            break;
        default:
            if (!guard_) QFrame::keyPressEvent(event);
    }
}

void Sheet::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    if (guard_) guard_->hide();
    QWidget* const now = window()->focusWidget();
    if (now && now != this && !isAncestorOf(now)) return;  // it has gone elsewhere by itself
    if (before_ && before_->isVisible())
        before_->setFocus();
    else if (now)
        now->clearFocus();
}

bool Sheet::eventFilter(QObject* watched, QEvent* event) {
    // At the release: it would else go to what lies below.
    if (watched == guard_ && event->type() == QEvent::MouseButtonRelease) hide();
    return QFrame::eventFilter(watched, event);
}

}  // namespace coarsen::window
