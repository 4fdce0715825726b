// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <functional>
#include <vector>

class QMenu;

namespace coarsen::window {

/// Something the user can ask the window for, by a line of a menu, by a key, or by either: menus, keys and the sheet of shortcuts
/// are made from these.
struct Command {
    QString key;                              ///< "session.save": for programs and tests, never shown
    QString words;                            ///< of its line in the menu
    QList<QKeySequence> shortcuts = {};       ///< of no other command; the first stands in the menu
    std::function<void()> run = {};           ///< not asked for while it is not enabled
    std::function<bool()> isEnabled = {};     ///< none: always
    QString needs = {};                       ///< why its line is off, while it is; nothing: it needs an open series
    std::function<bool()> isTicked = {};      ///< none: its line has no tick
    std::function<QString()> object = {};     ///< object that it would act on now, said after the words
    QString submenu = {};                     ///< its line stands in this one; those of one submenu follow each other
    bool isAfterLine = false;                 ///< a line is drawn above it, or above the submenu that it begins
    bool isRepeated = false;                  ///< again and again while its key is held
    QString sheet = {};                       ///< words of the sheet of shortcuts; nothing: `words`
    std::function<QMenu*(QMenu*)> menu = {};  ///< its line opens this child of the menu, whose lines change with what is open
};

/// A menu, or what is done by keys alone, under the same title in the sheet of shortcuts.
struct CommandGroup {
    QString title;
    bool isMenu = true;
    std::vector<Command> commands;
};

}  // namespace coarsen::window
