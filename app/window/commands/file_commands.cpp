// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/document/left_session_store.hpp"
#include "app/window/document/recent_store.hpp"
#include "app/window/panels/export/export_sheet.hpp"
#include "app/window/workspace/file_dialogs.hpp"
#include "app/window/workspace/top_bar.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QMainWindow>
#include <QMenu>

namespace coarsen::window {

namespace {

struct FileWords {
    Q_DECLARE_TR_FUNCTIONS(FileWords)
};

/// Menu of sessions that were not saved; hidden while there are none.
QMenu* menuOfLeft(const Actors& actors, QMenu* parent) {
    auto* const menu = new QMenu(parent);
    menu->setObjectName("not-saved");
    menu->menuAction()->setVisible(false);
    QObject::connect(&actors.left, &LeftSessionStore::listed, menu,
                     [menu, &document = actors.document](const QList<LeftSession>& left) {
                         menu->clear();
                         for (const LeftSession& one : left)
                             menu->addAction(lineOf(one), menu, [&document, file = one.file] { document.openSession(file); });
                         menu->menuAction()->setVisible(!left.isEmpty());
                     });
    return menu;
}

/// Menu of what was opened before, latest first.
QMenu* menuOfRecent(const Actors& actors, QMenu* parent) {
    constexpr int nameRoom = 220, pathRoom = 380;  // px
    auto* const menu = new QMenu(parent);
    menu->setObjectName("recent-menu");
    menu->setToolTipsVisible(true);
    QObject::connect(&actors.recent, &RecentStore::listed, menu, [menu, &actors](const QList<OfferedSeries>& list) {
        menu->clear();
        for (const OfferedSeries& one : list) {
            const RecentSeries& series = one.series;
            const bool isThere = one.isThere || one.left;
            const QString name = menu->fontMetrics().elidedText(series.name, Qt::ElideMiddle, nameRoom),
                          path = menu->fontMetrics().elidedText(series.path, Qt::ElideMiddle, pathRoom);
            const QString date = QLocale::c().toString(series.opened, QStringLiteral("d MMM yyyy"));
            const QString words = name + "   " +
                                  (!isThere   ? FileWords::tr("%1 is gone").arg(path)
                                   : one.left ? FileWords::tr("%1, not saved").arg(path)
                                              : path);
            QAction* const line = menu->addAction(QString(words).replace('&', "&&") + "\t" + date, menu,
                                                  [&actors, inputs = one.toOpen()] { actors.files.open(inputs); });
            line->setToolTip(series.path);
            line->setEnabled(isThere);
        }
        menu->addSeparator();
        menu->addAction(FileWords::tr("Clear the list"), &actors.recent, &RecentStore::forgetAll);
    });
    return menu;
}

}  // namespace

CommandGroup fileCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return FileWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    FileDialogs& files = actors.files;
    Document& document = actors.document;
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
             {.key = "recent",
              .words = tr("Recent"),
              .isEnabled = [&actors] { return !actors.recent.isEmpty(); },
              .needs = tr("Nothing was opened yet"),
              .menu = [&actors](QMenu* parent) { return menuOfRecent(actors, parent); }},
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
              .isEnabled = [&actors] { return actors.document.samples().isSeveral(); },
              .needs = tr("Add a second series first: a project holds several")},
             {.key = "series.rename",
              .words = tr("Rename series…"),
              .shortcuts = {QKeySequence(Qt::Key_F2)},
              .run = [&actors] { actors.bar.rename(); },
              .isEnabled = isOpen,
              .sheet = tr("Rename the series, where its name stands")},
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
              .sheet = tr("Export again, in place of the last one")},
             {.key = "close",
              .words = tr("Close"),
              .shortcuts = {QKeySequence("Ctrl+W")},
              .run = [&document] { document.close(); },
              .isEnabled = isOpen,
              .isAfterLine = true,
              .sheet = tr("Close the series; what is not saved is kept")},
             {.key = "quit", .words = tr("Quit"), .shortcuts = {QKeySequence("Ctrl+Q")}, .run = [&actors] {
                  actors.window.close();
              }}}};
}

}  // namespace coarsen::window
