// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/window/timeout.hpp"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPointer>
#include <QTest>

namespace coarsen::window {

/// Asks for a context menu as the mouse does.
inline QMenu* menuAt(QWidget* widget, const QPoint& place) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
    QApplication::sendEvent(widget, &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

inline QStringList linesOf(const QMenu* menu) {
    QStringList lines;
    for (const QAction* action : menu->actions())
        lines << action->text();
    return lines;
}

/// Takes the line that begins so by Return, in the menu or in one of those below it; a click counts only where the mouse has
/// moved since the menu came, which each Qt measures in its own way.
inline bool choose(QMenu* menu, const QString& words) {
    for (QAction* action : menu->actions()) {
        if (action->menu()) {
            action->menu()->popup(menu->pos());
            if (choose(action->menu(), words)) return true;
            action->menu()->hide();
        } else if (action->text().startsWith(words) && action->isEnabled()) {
            menu->setActiveAction(action);
            QTest::keyClick(menu, Qt::Key_Return);
            return true;
        }
    }
    return false;
}

/// Takes that line and closes the menu, which the line itself may do away with.
inline void chooseOf(QMenu* menu, const QString& words) {
    QVERIFY(menu);
    const QPointer<QMenu> watched = menu;
    const QString lines = linesOf(menu).join(", ");
    QVERIFY2(choose(menu, words), qPrintable(lines));
    if (watched) watched->close();
}

/// Asks for the menu there, which is short enough to read, and takes that line.
inline void chooseAt(QWidget* widget, const QString& words, const QPoint& place = {}) {
    QMenu* const menu = menuAt(widget, place.isNull() ? widget->rect().center() : place);
    QVERIFY(menu);
    QVERIFY2(menu->actions().size() <= 7, qPrintable(linesOf(menu).join(", ")));
    chooseOf(menu, words);
    takeEvents();
}

inline QList<QStringList> clipboardTable() {
    QList<QStringList> rows;
    for (const QString& row : QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts))
        rows << row.split('\t');
    return rows;
}

}  // namespace coarsen::window
