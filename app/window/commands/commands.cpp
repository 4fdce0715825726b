// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"

#include "app/window/document/document.hpp"

namespace coarsen::window {

std::vector<CommandGroup> allCommands(const Actors& actors) {
    return {fileCommands(actors),     editCommands(actors), viewCommands(actors),   recipeCommands(actors),
            analysisCommands(actors), helpCommands(actors), seriesCommands(actors), frameCommands(actors)};
}

std::function<bool()> whenOpen(const Actors& actors) {
    return [&document = actors.document] { return document.isOpen(); };
}

}  // namespace coarsen::window
