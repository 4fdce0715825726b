// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/desk/file_dialogs.hpp"
#include "app/window/document/left_keeper.hpp"
#include "app/window/panels/export/export_sheet.hpp"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>

namespace coarsen::window {

namespace {

struct FileWords {
    Q_DECLARE_TR_FUNCTIONS(FileWords)
};

/// Of sessions that were not saved; hidden while there are none.
QMenu* menuOfLeft(const Actors& actors, QMenu* parent) {
    auto* const menu = new QMenu(parent);
    menu->setObjectName("not-saved");
    menu->menuAction()->setVisible(false);
    QObject::connect(&actors.left, &LeftKeeper::listed, menu,
                     [menu, &document = actors.document](const QList<LeftSession>& left) {
                         menu->clear();
                         for (const LeftSession& one : left)
                             menu->addAction(lineOf(one), menu, [&document, file = one.file] { document.openSession(file); });
                         menu->menuAction()->setVisible(!left.isEmpty());
                     });
    return menu;
}

}  // namespace

CommandGroup fileCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return FileWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    FileDialogs& files = actors.files;
    return {tr("&File"),
            true,
            {{.key = "folder.open",
              .words = tr("Open folder…"),
              .shortcuts = {QKeySequence::Open},
              .run = [&files] { files.askFolder(); }},
             {.key = "files.open",
              .words = tr("Open files…"),
              .shortcuts = {QKeySequence("Ctrl+Shift+O")},
              .run = [&files] { files.askFiles(); }},
             {.key = "folder.watch",
              .words = tr("Watch folder…"),
              .shortcuts = {QKeySequence("Ctrl+Shift+W")},
              .run = [&files] { files.askWatchedFolder(); },
              .sheet = tr("Watch a folder while the experiment runs")},
             {.key = "batch",
              .words = tr("Batch: many series…"),
              .run = [&files] { files.askBatch(); },
              .sheet = tr("Measure many series at once, and compare them")},
             {.key = "session.open", .words = tr("Open session…"), .run = [&files] { files.askSession(); }},
             {.key = "project.open", .words = tr("Open project…"), .run = [&files] { files.askProject(); }},
             {.key = "session.left",
              .words = tr("Not saved"),
              .menu = [&actors](QMenu* parent) { return menuOfLeft(actors, parent); }},
             {.key = "session.save",
              .words = tr("Save session"),
              .shortcuts = {QKeySequence::Save},
              .run = [&files] { files.saveSession(); },
              .isEnabled = isOpen,
              .isAfterLine = true},
             {.key = "session.save-as",
              .words = tr("Save session as…"),
              .shortcuts = {QKeySequence("Ctrl+Shift+S")},
              .run = [&files] { files.saveSessionAs(); },
              .isEnabled = isOpen},
             {.key = "series.add-folder",
              .words = tr("Folders of images…"),
              .run = [&files] { files.askAddedFolder(); },
              .submenu = tr("Add series"),
              .isAfterLine = true},
             {.key = "series.add-files",
              .words = tr("Sessions, films, stacks…"),
              .run = [&files] { files.askAddedFiles(); },
              .submenu = tr("Add series")},
             {.key = "project.save",
              .words = tr("Save project…"),
              .run = [&files] { files.saveProject(); },
              .isEnabled = [&actors] { return actors.document.samples().isSeveral(); }},
             {.key = "export",
              .words = tr("Export…"),
              .shortcuts = {QKeySequence("Ctrl+E")},
              .run = actors.openExportSheet,
              .isEnabled = isOpen,
              .isAfterLine = true,
              .sheet = tr("Export; Return writes it and replaces nothing")},
             {.key = "export.again",
              .words = tr("Export again"),
              .shortcuts = {QKeySequence("Ctrl+Shift+E")},
              .run =
                  [&actors] {
                      if (!actors.exportSheet.repeat()) actors.openExportSheet();
                  },
              .isEnabled = isOpen,
              .sheet = tr("Export again, over the last")},
             {.key = "quit",
              .words = tr("Quit"),
              .shortcuts = {QKeySequence("Ctrl+Q")},
              .run = [&actors] { actors.window.close(); },
              .isAfterLine = true}}};
}

}  // namespace coarsen::window
