// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/targets.hpp"

#include <QDir>

#include <filesystem>

namespace coarsen::window {

/// True where the file says that it is an ensemble.json; what else is wrong with it exportEnsemble says. Throws InputError.
bool isEnsembleFile(const std::filesystem::path& file);

/// Draws an ensemble.json: `ensemble`, the length against the condition, and `ensemble-c1d`, C1D of the groups, as PNG, SVG and
/// PDF. Gives the number of files. Throws InputError, StorageError.
int exportEnsemble(const std::filesystem::path& file, const QDir& folder, Existing existing);

}  // namespace coarsen::window
