// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// One row of a table, and the line that it begins on.
struct TableRow {
    int line = 0;
    std::vector<std::string> fields;
};

/// Rows of separated fields (RFC 4180), without empty lines and lines that begin with '#'; `file` names them in errors. Throws
/// InputError for a quotation that does not end.
std::vector<TableRow> tableRows(std::string_view text, char separator, const std::filesystem::path& file);

/// The number that a field spells. Where commas do not separate, one in a number is its decimal point.
std::optional<double> tableNumber(std::string text, char separator);

}  // namespace coarsen
