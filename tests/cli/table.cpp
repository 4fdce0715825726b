// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/table.hpp"

#include "core/base/numbers.hpp"

#include <fstream>
#include <limits>

namespace coarsen::test {

namespace {
std::vector<std::string> fieldsOf(const std::string& line) {
    std::vector<std::string> fields(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && isQuoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += '"';
            ++i;
        } else if (line[i] == '"') {
            isQuoted = !isQuoted;
        } else if (line[i] == ',' && !isQuoted) {
            fields.emplace_back();
        } else {
            fields.back() += line[i];
        }
    }
    return fields;
}
}  // namespace

double Table::number(std::size_t row, const std::string& column) const {
    return parseNumber(rows.at(row).at(column)).value_or(std::numeric_limits<double>::quiet_NaN());
}

Table readTable(const std::filesystem::path& file) {
    Table table;
    std::ifstream text(file);
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with('#')) continue;
        table.lines.push_back(line);
        const auto fields = fieldsOf(line);
        if (table.columns.empty()) {
            table.columns = fields;
            continue;
        }
        auto& row = table.rows.emplace_back();
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            row[table.columns[i]] = i < fields.size() ? fields[i] : "";
    }
    return table;
}

}  // namespace coarsen::test
