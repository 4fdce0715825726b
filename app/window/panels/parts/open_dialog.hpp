// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/last_folders.hpp"

#include <QStringList>

class QWidget;

namespace coarsen::window {

// Ask for what is there; empty when the user thinks better of it. The dialog begins in the folder `beginIn`, else where the last
// one of its kind ended. `kinds`: "Tables (*.csv)"; none: all files.
QString chosenFolder(QWidget* parent, FileKind kind, const QString& title, const QString& beginIn = {});
QString chosenFile(QWidget* parent, FileKind kind, const QString& title, const QStringList& kinds = {},
                   const QString& beginIn = {});
QStringList chosenFiles(QWidget* parent, FileKind kind, const QString& title, const QStringList& kinds = {});

}  // namespace coarsen::window
