// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// A row of a table of images: one of its numbers, of a page of a file.
struct ValueRow {
    int line = 0;
    std::filesystem::path file;  ///< as it is written, with its folder where it has one
    int page = 0;
    double value = 0;
};

/// CSV with a header that has `file` and the column, optionally `page`; other columns are ignored. Throws InputError naming the
/// line.
std::vector<ValueRow> readValueTable(const std::filesystem::path& file, const std::string& column);

}  // namespace coarsen
