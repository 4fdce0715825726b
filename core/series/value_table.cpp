// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/value_table.hpp"

#include "core/base/csv_rows.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <cmath>

namespace coarsen {

std::vector<ValueRow> readValueTable(const std::filesystem::path& file, const std::string& column) {
    const CsvTable csv = readCsvTable(file, "file", 2);
    const std::string example = "begin it with the line file," + column;
    if (csv.rows.empty()) throw InputError(displayName(file), "the table is empty", example);
    const CsvRow& header = csv.rows.front();
    const auto refuse = [&](const CsvRow& row, const std::string& reason, const std::string& remedy) {
        throw InputError(displayName(file), "line " + std::to_string(row.line) + " " + reason, remedy);
    };
    const auto fileColumn = csv.column("file"), valueColumn = csv.column(column), pageColumn = csv.column("page");
    if (!fileColumn || !valueColumn) refuse(header, "has no column '" + (fileColumn ? column : "file") + "'", example);

    std::vector<ValueRow> values;
    for (std::size_t i = 1; i < csv.rows.size(); ++i) {
        const CsvRow& row = csv.rows[i];
        if (const std::size_t filled = CsvTable::filled(row); filled > header.fields.size())
            refuse(row, "has " + std::to_string(filled) + " fields, the header " + std::to_string(header.fields.size()),
                   "are these decimal commas? write 0.5, or separate the columns by semicolons");
        const std::filesystem::path named = CsvTable::field(row, fileColumn);
        if (named.filename().empty()) refuse(row, "names no file", "write the image's file name into the column 'file'");
        const std::string text = CsvTable::field(row, valueColumn), pageText = CsvTable::field(row, pageColumn);
        const auto value = csv.number(text);
        if (!value || !std::isfinite(*value))
            refuse(row, "has the " + column + " '" + text + "', which is no number", "write it with a decimal point");
        const auto page = pageText.empty() ? std::optional<long long>(0) : parseInteger(pageText);
        if (!page || *page < 0 || *page > 1'000'000'000)
            refuse(row, "has the page '" + pageText + "'", "pages are whole numbers from 0");
        values.push_back({row.line, named, static_cast<int>(*page), *value});
    }
    return values;
}

}  // namespace coarsen
