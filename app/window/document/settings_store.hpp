// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>
#include <QTemporaryDir>

#include <filesystem>
#include <memory>

namespace coarsen::window {

/// The user's settings file and state folder: XDG places, or the folder in COARSEN_SETTINGS_DIR.
std::unique_ptr<QSettings> settings();
std::filesystem::path stateFolder();  ///< made when missing

/// Lets nobody but the user read or write the file, which is made where it is missing.
void makeOwn(const std::filesystem::path& file);

/// From now on both lie in this folder, with copies of what the user has: what draws pictures without a window shows his settings
/// and changes nothing of his. The folder outlives all that uses them. Before there are threads; throws StorageError.
[[nodiscard]] std::unique_ptr<QTemporaryDir> leaveNoTraces();

/// A series that ships with the program, `sample` or `sample-crossover` (which no simple law describes): installed, or in the
/// source tree it was built from. Empty when neither is there.
std::filesystem::path sampleFolder(const QString& name = "sample");

}  // namespace coarsen::window
