// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"

#include "app/window/document/document.hpp"

#include <QCoreApplication>

namespace coarsen::window {

std::vector<CommandGroup> allCommands(const Actors& actors) {
    return {fileCommands(actors),     editCommands(actors), viewCommands(actors),   recipeCommands(actors),
            analysisCommands(actors), helpCommands(actors), seriesCommands(actors), frameCommands(actors)};
}

std::function<bool()> whenOpen(const Actors& actors) {
    return [&document = actors.document] { return document.isOpen(); };
}

std::function<bool()> whenPictures(const Actors& actors) {
    return [&document = actors.document] { return document.isOpen() && !document.session().series.volumes; };
}

QString needsPictures() {
    return QCoreApplication::translate("Commands", "It needs an open series of pictures; it is not available for volumes");
}

std::function<bool()> whenVolumes(const Actors& actors) {
    return [&document = actors.document] { return document.session().series.volumes.has_value(); };
}

}  // namespace coarsen::window
