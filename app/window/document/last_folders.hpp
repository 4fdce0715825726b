// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace coarsen::window {

/// Purpose for which a file or a folder is chosen.
enum class FileKind { images, session, saved, exported, figure, recipe, correction, table, compared, located };

// A dialog begins where the last one of its kind ended, in another start of the program too.
void noteChosen(FileKind kind, const QString& path);
/// Where the file or folder chosen last lies, or the nearest folder above that is there; empty before the first.
QString folderToBeginIn(FileKind kind);

}  // namespace coarsen::window
