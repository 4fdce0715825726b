// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/command_list.hpp"

#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>

namespace coarsen::window {

bool isPlain(const QKeySequence& keys) {
    const QKeyCombination first = keys[0];
    const bool isFunctionKey = first.key() >= Qt::Key_F1 && first.key() <= Qt::Key_F35;
    return !isFunctionKey && !(first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier));
}

CommandList::CommandList(std::vector<CommandGroup> groups, QMenuBar* bar, QWidget* window)
    : QObject(window), groups_(std::move(groups)) {
    for (const CommandGroup& group : groups_) {
        if (group.isMenu) fill(bar->addMenu(group.title), group.commands);
        for (const Command& command : group.commands)
            for (const QKeySequence& keys : command.shortcuts)
                if (isPlain(keys)) byKey_.emplace(keys[0].toCombined(), &command);
    }
    for (const auto& [command, line] : lines_)
        window->addAction(line);
    refresh();
}

void CommandList::fill(QMenu* menu, const std::vector<Command>& commands) {
    connect(menu, &QMenu::aboutToShow, this, &CommandList::refresh);
    menu->setToolTipsVisible(true);
    QMenu* inner = nullptr;
    for (const Command& command : commands) {
        const bool beginsInner = !command.submenu.isEmpty() && !(inner && inner->title() == command.submenu);
        if (command.submenu.isEmpty()) inner = nullptr;
        if (command.isAfterLine) (inner && !beginsInner ? inner : menu)->addSeparator();
        if (beginsInner) {
            inner = menu->addMenu(command.submenu);
            inner->setToolTipsVisible(true);
            connect(inner, &QMenu::aboutToShow, this, &CommandList::refresh);
        }
        lines_.emplace_back(&command, addLine(inner ? inner : menu, command));
    }
}

QAction* CommandList::addLine(QMenu* menu, const Command& command) {
    if (command.menu) {
        QMenu* const opened = command.menu(menu);
        opened->setTitle(command.words);
        return menu->addMenu(opened);
    }
    QAction* const line = menu->addAction(command.words);
    if (!command.shortcuts.isEmpty() && !isPlain(command.shortcuts.front())) line->setShortcuts(command.shortcuts);
    line->setAutoRepeat(command.isRepeated);
    line->setCheckable(static_cast<bool>(command.isTicked));
    connect(line, &QAction::triggered, this, [&command] { command.run(); });
    return line;
}

void CommandList::refresh() {
    for (const auto& [command, line] : lines_) {
        QString words = command->words;
        if (command->object) words = QString(words + " " + command->object()).trimmed();
        // A plain key is shown but is no shortcut of the line, which would take it from what is being typed.
        if (!command->shortcuts.isEmpty() && isPlain(command->shortcuts.front()))
            words += "\t" + command->shortcuts.front().toString(QKeySequence::NativeText);
        line->setText(words);
        const bool isEnabled = !command->isEnabled || command->isEnabled();
        line->setEnabled(isEnabled);
        const QString needs = command->needs.isEmpty() ? tr("Open a series first: a folder, files or a session") : command->needs;
        for (const auto say : {&QAction::setToolTip, &QAction::setStatusTip})
            (line->*say)(isEnabled ? QString() : needs);
        if (command->isTicked) line->setChecked(command->isTicked());
    }
}

bool CommandList::takeKey(const QKeyEvent& event) {
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return false;
    // Shift is the key's own where nothing else is asked for with it: digits need it on some keyboards.
    auto found = byKey_.end();
    if (event.modifiers() & Qt::ShiftModifier) found = byKey_.find(QKeyCombination(Qt::SHIFT, Qt::Key(event.key())).toCombined());
    if (found == byKey_.end()) found = byKey_.find(event.key());
    if (found == byKey_.end()) return false;
    const Command& command = *found->second;
    if (command.isEnabled && !command.isEnabled()) return false;
    if (!event.isAutoRepeat() || command.isRepeated) command.run();
    return true;
}

}  // namespace coarsen::window
