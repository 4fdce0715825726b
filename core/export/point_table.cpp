// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/point_table.hpp"

#include "core/base/csv_rows.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

PointTable readPoints(const std::filesystem::path& file) {
    const CsvTable read = readCsvTable(file, "x", 3);
    PointTable table;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto column = read.column(std::string(1, "xyz"[axis]));
        if (!column)
            throw InputError(displayName(file), std::string("it has no column ") + "xyz"[axis],
                             "give a CSV table whose first row names columns x, y and z");
        table.columns[axis] = *column;
    }
    table.header = read.rows.front().fields;
    for (std::size_t i = 1; i < read.rows.size(); ++i) {
        const CsvRow& row = read.rows[i];
        std::array<double, 3> place{};
        std::size_t empty = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::string field = CsvTable::field(row, table.columns[axis]);
            const auto number = read.number(field);
            if (field.empty())
                ++empty;
            else if (!number || !std::isfinite(*number))
                throw InputError(displayName(file), "line " + std::to_string(row.line) + " has '" + field + "' as " + "xyz"[axis],
                                 "write a number");
            else
                place[axis] = *number;
        }
        if (empty > 0 && empty < 3)
            throw InputError(displayName(file), "line " + std::to_string(row.line) + " has not all of x, y and z",
                             "write the three, or none of them");
        table.rows.push_back(row.fields);
        table.rows.back().resize(table.header.size());
        table.places.push_back(empty == 0 ? std::optional(place) : std::nullopt);
    }
    if (table.rows.empty()) throw InputError(displayName(file), "it has no row", "give a table with points");
    for (auto& row : table.rows)  // a number stays one for every program
        for (std::string& field : row)
            if (const auto number = read.number(field)) field = shortest(*number);
    return table;
}

std::string pointsCsv(const PointTable& table) {
    std::string text;
    const auto addLine = [&](const std::vector<std::string>& fields) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += (i > 0 ? "," : "") + (parseNumber(fields[i]) ? fields[i] : csvField(fields[i]));
        text += '\n';
    };
    addLine(table.header);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        std::vector<std::string> fields = table.rows[i];
        for (std::size_t axis = 0; axis < 3; ++axis)
            fields[table.columns[axis]] = table.places[i] ? shortest(static_cast<float>((*table.places[i])[axis])) : "";
        addLine(fields);
    }
    return text;
}

}  // namespace coarsen
