// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace coarsen::window {

/// Asks for the file to write; empty when the user thinks better of it. A name without an extension gets the one of the chosen
/// kind, and whether a file of that whole name may be replaced is asked here. `kinds`: "Drawing (*.svg)", one extension each.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposed, const QStringList& kinds);

}  // namespace coarsen::window
