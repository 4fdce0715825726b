// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/commands/command.hpp"

#include <QObject>

#include <map>

class QAction;
class QKeyEvent;
class QMenuBar;

namespace coarsen::window {

/// All commands of a window. Makes its menus; keys with Ctrl and function keys are the menus' shortcuts, all others are heard
/// where the focus does not want them, so that text fields keep their letters and tables their arrows.
class CommandList : public QObject {
    Q_OBJECT
public:
    /// The child of the window, which gets the lines of the menus as its actions, too.
    CommandList(std::vector<CommandGroup> groups, QMenuBar* bar, QWidget* window);
    const std::vector<CommandGroup>& groups() const { return groups_; }
    bool takeKey(const QKeyEvent& event);  ///< that nothing in the window wanted; false: no command wants it now either
    void refresh();                        ///< enables, ticks and names each as things stand

private:
    void fill(QMenu* menu, const std::vector<Command>& commands);
    QAction* addLine(QMenu* menu, const Command& command);

    std::vector<CommandGroup> groups_;
    std::vector<std::pair<const Command*, QAction*>> lines_;
    std::map<int, const Command*> byKey_;  ///< that are no shortcuts of a menu
};

/// True where a key is heard only if the focus does not want it: a letter, an arrow, not Ctrl+E nor F5.
bool isPlain(const QKeySequence& keys);

}  // namespace coarsen::window
