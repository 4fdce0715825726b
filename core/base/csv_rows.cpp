// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_rows.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/table_text.hpp"

#include <algorithm>

namespace coarsen {

namespace {

std::string_view withoutBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::vector<CsvRow> csvRows(std::string_view text, char separator, const std::filesystem::path& file) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<CsvRow> rows;
    int line = 1;
    for (std::size_t i = endOfStatedSeparator(text); i < text.size();) {
        CsvRow row{line, {}};
        bool isRowOver = false;
        const bool isComment = text[i] == '#';
        while (!isRowOver) {
            std::string field;
            bool isQuoted = false, wasQuoted = false;
            for (; i < text.size(); ++i) {
                const char c = text[i];
                if (isQuoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
                    field += '"';
                    ++i;
                } else if (c == '"' && !isComment && (isQuoted || withoutBlanks(field).empty())) {
                    isQuoted = !isQuoted;
                    wasQuoted = true;
                } else if (!isQuoted && (c == separator || c == '\n' || c == '\r')) {
                    break;
                } else {
                    line += c == '\n';
                    field += c;
                }
            }
            if (isQuoted)
                throw InputError(displayName(file),
                                 "line " + std::to_string(row.line) + " opens a quotation mark and never closes it");
            row.fields.push_back(wasQuoted ? field : std::string(withoutBlanks(field)));
            isRowOver = i >= text.size() || text[i] != separator;
            if (!isRowOver) ++i;
        }
        if (i < text.size()) {
            i += text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n' ? 2 : 1;
            ++line;
        }
        const bool isEmpty = row.fields.size() == 1 && row.fields[0].empty();
        if (!isComment && !isEmpty) rows.push_back(std::move(row));
    }
    return rows;
}

std::optional<double> csvNumber(std::string text, char separator) {
    if (separator != ',' && text.find('.') == std::string::npos && std::ranges::count(text, ',') == 1)
        std::ranges::replace(text, ',', '.');
    constexpr std::string_view trueMinus = "\u2212";  // of spreadsheets and of texts that were typeset
    if (text.starts_with(trueMinus)) text.replace(0, trueMinus.size(), "-");
    return parseNumber(text);
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
    if (rows.empty()) return std::nullopt;
    const auto found = std::ranges::find(rows.front().fields, name);
    if (found == rows.front().fields.end()) return std::nullopt;
    return static_cast<std::size_t>(found - rows.front().fields.begin());
}

std::string CsvTable::field(const CsvRow& row, std::optional<std::size_t> column) {
    return column && *column < row.fields.size() ? row.fields[*column] : std::string();
}

std::size_t CsvTable::filled(const CsvRow& row) {
    std::size_t filled = row.fields.size();
    while (filled > 0 && row.fields[filled - 1].empty())
        --filled;
    return filled;
}

CsvTable csvTable(std::string_view text, const std::filesystem::path& file, std::string_view column, std::size_t fewest) {
    if (const auto stated = statedSeparator(text)) return {*stated, csvRows(text, *stated, file)};
    CsvTable byComma{',', csvRows(text, ',', file)};
    for (const char separator : {',', ';', '\t'}) {
        CsvTable table = separator == ',' ? byComma : CsvTable{separator, csvRows(text, separator, file)};
        if (table.column(column) && table.rows.front().fields.size() >= fewest) return table;
    }
    return byComma;
}

CsvTable readCsvTable(const std::filesystem::path& file, std::string_view column, std::size_t fewest) {
    return csvTable(readTableText(file, std::size_t{256} << 20), file, column, fewest);
}

}  // namespace coarsen
