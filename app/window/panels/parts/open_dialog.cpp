// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/open_dialog.hpp"

#include <QFileDialog>

namespace coarsen::window {

namespace {

QStringList ask(QFileDialog& dialog, FileKind kind, const QString& beginIn) {
    const QString begin = beginIn.isEmpty() ? folderToBeginIn(kind) : beginIn;
    if (!begin.isEmpty()) dialog.setDirectory(begin);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    noteChosen(kind, dialog.selectedFiles().constFirst());
    return dialog.selectedFiles();
}

}  // namespace

QString chosenFolder(QWidget* parent, FileKind kind, const QString& title, const QString& beginIn) {
    QFileDialog dialog(parent, title);
    dialog.setFileMode(QFileDialog::Directory);
    dialog.setOption(QFileDialog::ShowDirsOnly);
    return ask(dialog, kind, beginIn).value(0);
}

QString chosenFile(QWidget* parent, FileKind kind, const QString& title, const QStringList& kinds, const QString& beginIn) {
    QFileDialog dialog(parent, title);
    dialog.setFileMode(QFileDialog::ExistingFile);
    if (!kinds.isEmpty()) dialog.setNameFilters(kinds);
    return ask(dialog, kind, beginIn).value(0);
}

QStringList chosenFiles(QWidget* parent, FileKind kind, const QString& title, const QStringList& kinds) {
    QFileDialog dialog(parent, title);
    dialog.setFileMode(QFileDialog::ExistingFiles);
    if (!kinds.isEmpty()) dialog.setNameFilters(kinds);
    return ask(dialog, kind, {});
}

}  // namespace coarsen::window
