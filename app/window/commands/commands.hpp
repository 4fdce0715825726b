// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/commands/command.hpp"

class QMainWindow;

namespace coarsen::window {

class Workspace;
class Document;
class ExportSheet;
class FileDialogs;
class LeftSessionStore;
class Presets;
class RecentStore;
class StatusBar;
class TopBar;
struct Preferences;

/// Objects that the commands of a window act on. It outlives them.
struct Actors {
    Document& document;
    Workspace& workspace;
    TopBar& bar;
    StatusBar& status;
    FileDialogs& files;
    LeftSessionStore& left;
    Presets& presets;
    RecentStore& recent;
    ExportSheet& exportSheet;
    QMainWindow& window;
    std::function<void()> openExportSheet;
    std::function<void()> goToNotice;  ///< with the keyboard
    std::function<void(const Preferences&)> adopt;
    std::function<QString()> shortcutSheet;
};

/// THE LIST: all commands, the menus from the left first.
std::vector<CommandGroup> allCommands(const Actors& actors);

// Its groups, each in its file.
CommandGroup fileCommands(const Actors& actors);
CommandGroup editCommands(const Actors& actors);
CommandGroup viewCommands(const Actors& actors);
CommandGroup recipeCommands(const Actors& actors);
CommandGroup analysisCommands(const Actors& actors);
CommandGroup helpCommands(const Actors& actors);
CommandGroup seriesCommands(const Actors& actors);  ///< by keys alone: through the series
CommandGroup frameCommands(const Actors& actors);   ///< by keys alone: stages and tools of the frame

/// Test of whether a series is open, for most commands need one.
std::function<bool()> whenOpen(const Actors& actors);

/// Test of whether the open series is one of pictures, and the reason why a line is off where it is not.
std::function<bool()> whenPictures(const Actors& actors);
QString needsPictures();
std::function<bool()> whenVolumes(const Actors& actors);

}  // namespace coarsen::window
