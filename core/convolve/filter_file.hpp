// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/filter.hpp"

#include <filesystem>

namespace coarsen {

/// A filter's taps from a table of numbers (CSV: commas, semicolons, blanks or tabs between them, `#` before remarks; as a
/// spreadsheet writes it, too: UTF-16, "sep=;", and commas as decimal points beside semicolons and tabs) or from an image of one
/// channel, as a float32 TIFF. Throws InputError naming the file and what is wrong: away, empty, a hole, a row of
/// another length, no number.
Filter readFilter(const std::filesystem::path& file);

}  // namespace coarsen
