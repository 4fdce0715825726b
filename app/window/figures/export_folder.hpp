// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <QString>

namespace coarsen::window {

/// Where an export goes unless told otherwise: a folder of the series' own in "coarsen-results" beside the saved session, or in
/// the user's home.
QString usualExportFolder(const Session& session);

/// The folder that the text means: "~" is the user's home.
QString exportFolderOf(const QString& text);

/// First of "folder-2", "folder-3", … that is not there yet.
QString nextExportFolder(const QString& folder);

/// Why nothing can be written there, in words; empty where it can.
QString whyNoExportFolder(const QString& text);

}  // namespace coarsen::window
