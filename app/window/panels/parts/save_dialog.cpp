// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/save_dialog.hpp"

#include <QFileDialog>

namespace coarsen::window {

namespace {

/// "svg" of "Drawing (*.svg)".
QString extensionOf(const QString& kind) {
    return kind.section("*.", 1).section(')', 0, 0);
}

}  // namespace

QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposed, const QStringList& kinds, FileKind kind) {
    QFileDialog dialog(parent, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(kinds);
    dialog.setDefaultSuffix(extensionOf(kinds.front()));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                     [&dialog](const QString& filter) { dialog.setDefaultSuffix(extensionOf(filter)); });
    if (const QString begin = folderToBeginIn(kind); !begin.isEmpty()) dialog.setDirectory(begin);
    dialog.selectFile(proposed);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    noteChosen(kind, dialog.selectedFiles().constFirst());
    return dialog.selectedFiles().constFirst();
}

}  // namespace coarsen::window
