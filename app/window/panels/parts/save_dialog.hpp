// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/last_folders.hpp"

#include <QStringList>

class QWidget;

namespace coarsen::window {

/// Asks for the file to write; empty when the user thinks better of it. A name without an extension gets the one of the chosen
/// kind, and whether a file of that whole name may be replaced is asked here. `kinds`: "Drawing (*.svg)", one extension each.
/// Begins where the last dialog of its kind ended.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposed, const QStringList& kinds,
                       FileKind kind = FileKind::figure);

}  // namespace coarsen::window
