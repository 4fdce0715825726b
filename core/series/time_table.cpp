// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_rows.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/series/frame_times.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

TimeTable readTimeTable(const std::filesystem::path& file, const std::string& column) {
    const CsvTable csv = readCsvTable(file, "file", 2);
    const std::vector<CsvRow>& rows = csv.rows;
    const std::string example = "begin it with the line file," + column, what = column == "time_s" ? "time" : column;
    if (rows.empty())
        throw InputError(displayName(file), column == "time_s" ? "the time table is empty" : "the table is empty", example);

    const auto fileColumn = csv.column("file"), timeColumn = csv.column(column);
    const auto pageColumn = csv.column("page");
    if (!fileColumn || !timeColumn)
        throw InputError(displayName(file),
                         "line " + std::to_string(rows.front().line) + " has no column '" + (fileColumn ? column : "file") + "'",
                         example);

    TimeTable table;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto& [line, fields] = rows[i];
        const auto refuse = [&](const std::string& reason, const char* remedy) {
            throw InputError(displayName(file), "line " + std::to_string(line) + " " + reason, remedy);
        };
        const std::size_t filled = CsvTable::filled(rows[i]);
        if (filled > rows.front().fields.size())
            refuse("has " + std::to_string(filled) + " fields, the header " + std::to_string(rows.front().fields.size()),
                   "are these decimal commas? write 0.5, or separate the columns by semicolons");
        const auto field = [&](std::optional<std::size_t> place) { return CsvTable::field(rows[i], place); };
        const std::string name = std::filesystem::path(field(fileColumn)).filename().string();
        if (name.empty()) refuse("names no file", "write the image's file name into the column 'file'");
        const auto seconds = csv.number(field(timeColumn));
        if (!seconds || !std::isfinite(*seconds))
            refuse("has the " + what + " '" + field(timeColumn) + "', which is no number",
                   column == "time_s" ? "write seconds with a decimal point" : "write it with a decimal point");
        long long page = 0;
        if (pageColumn && !field(pageColumn).empty()) {
            const auto number = parseInteger(field(pageColumn));
            if (!number || *number < 0 || *number > 1'000'000'000)
                refuse("has the page '" + field(pageColumn) + "'", "pages are whole numbers from 0");
            page = *number;
        }
        const auto [entry, isNew] = table.seconds.emplace(std::pair{name, static_cast<int>(page)}, *seconds);
        if (!isNew && entry->second != *seconds) refuse("gives " + name + " a second time", "keep one of the two rows");
    }
    return table;
}

std::vector<std::string> tableColumns(const std::filesystem::path& file) {
    const CsvTable csv = readCsvTable(file, "file", 2);
    if (!csv.column("file"))
        throw InputError(displayName(file), "its first line has no column 'file'",
                         "begin it with a line such as file,temperature_C");
    std::vector<std::string> columns = csv.rows.front().fields;
    std::erase_if(columns, [](const std::string& name) { return name.empty() || name == "file" || name == "page"; });
    return columns;
}

}  // namespace coarsen
