// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/targets.hpp"

#include <QDir>

#include <filesystem>

namespace coarsen::window {

/// Draws what `coarsen-cli bench --suite paper --json` printed into `file`: for each size of image paper-time-WxH and
/// paper-speedup-WxH as PNG, SVG and PDF. Gives the number of files. Throws InputError, StorageError.
int exportBenchmark(const std::filesystem::path& file, const QDir& folder, Existing existing);

}  // namespace coarsen::window
