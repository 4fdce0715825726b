// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRect>

class QSettings;
class QWidget;

namespace coarsen::window {

/// Where a window that stood at `before` stands on the screens there are now (their usable parts, the main one first): on the one
/// it lay on most, whole, and no larger than it.
QRect placedOn(const QRect& before, const QList<QRect>& screens);

// From one start to the next: size, place, and whether it filled the screen.
void rememberPlace(const QWidget& window, QSettings& store);
void showWhereItStood(QWidget& window, const QSettings& store);  ///< in its own size where that is not known

}  // namespace coarsen::window
