// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_series.hpp"

#include <filesystem>

namespace coarsen {

/// A table of series: a CSV with the column `folder` and any of `name`, `group`, `x`, `pixel_size_um`, `interval_s`, `t0_s`,
/// `fit` and `recipe`. Paths are relative to the table; an empty field is the batch's default. A folder may be a film, a stack or
/// a session. Throws InputError naming line and reason: an unknown column, none called folder, no row, a folder or recipe that is
/// not there or named twice, a number that is none, an unknown growth law, a text that is not UTF-8.
FoundSeries readBatchTable(const std::filesystem::path& file);

}  // namespace coarsen
