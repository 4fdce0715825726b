// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>

namespace coarsen::window {

/// The menu shows a tick at the action while that is so.
template <typename IsSo>
void tick(QMenu* menu, QAction* action, IsSo isSo) {
    action->setCheckable(true);
    QObject::connect(menu, &QMenu::aboutToShow, action, [action, isSo] { action->setChecked(isSo()); });
}

}  // namespace coarsen::window
