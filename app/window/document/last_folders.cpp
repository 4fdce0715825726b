// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/last_folders.hpp"

#include "app/window/document/settings_store.hpp"

#include <QFileInfo>

#include <array>

namespace coarsen::window {

namespace {

QString keyOf(FileKind kind) {
    static constexpr std::array names{"images", "session",    "saved", "exported", "figure",
                                      "recipe", "correction", "table", "compared", "located"};
    return QStringLiteral("folders/") + names[static_cast<std::size_t>(kind)];
}

}  // namespace

void noteChosen(FileKind kind, const QString& path) {
    settings()->setValue(keyOf(kind), QFileInfo(path).absolutePath());
}

QString folderToBeginIn(FileKind kind) {
    const QString last = settings()->value(keyOf(kind)).toString();
    if (last.isEmpty()) return {};
    QFileInfo nearest(last);
    while (!nearest.isDir() && !nearest.isRoot())
        nearest.setFile(nearest.path());
    return nearest.filePath();
}

}  // namespace coarsen::window
