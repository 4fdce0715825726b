// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>

#include <filesystem>
#include <memory>

namespace coarsen::window {

/// The user's settings file and state folder: XDG places, or the folder in COARSEN_SETTINGS_DIR.
std::unique_ptr<QSettings> settings();
std::filesystem::path stateFolder();  ///< made when missing

/// A series that ships with the program, `sample` or `sample-crossover` (which no simple law describes): installed, or in the
/// source tree it was built from. Empty when neither is there.
std::filesystem::path sampleFolder(const QString& name = "sample");

}  // namespace coarsen::window
