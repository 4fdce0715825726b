// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coarsen {

/// A line of a table; `line` counts from 1 in its file.
struct CsvRow {
    int line = 0;
    std::vector<std::string> fields;
};

/// Rows of separated fields (RFC 4180), without empty lines and lines that begin with '#'; `file` names them in errors. Throws
/// InputError for a quotation that does not end.
std::vector<CsvRow> csvRows(std::string_view text, char separator, const std::filesystem::path& file);

/// The number that a field spells. Where commas do not separate, one in a number is its decimal point.
std::optional<double> csvNumber(std::string text, char separator);

/// A table as spreadsheets and scripts write it (RFC 4180; commas, semicolons or tabs), without empty lines and lines that begin
/// with '#'. The first row is the header.
struct CsvTable {
    char separator = ',';
    std::vector<CsvRow> rows;

    std::optional<std::size_t> column(std::string_view name) const;
    /// The row's text in that column; empty where it is shorter.
    static std::string field(const CsvRow& row, std::optional<std::size_t> column);
    std::optional<double> number(std::string text) const { return csvNumber(std::move(text), separator); }
    /// How many fields the row has without empty ones at its end.
    static std::size_t filled(const CsvRow& row);
};

/// The text as a table; separated by the character at which the header holds that column and at least `fewest` columns, else by
/// commas. Throws InputError naming the file's line where a quotation mark is never closed.
CsvTable csvTable(std::string_view text, const std::filesystem::path& file, std::string_view column, std::size_t fewest = 1);
CsvTable readCsvTable(const std::filesystem::path& file, std::string_view column, std::size_t fewest = 1);

}  // namespace coarsen
