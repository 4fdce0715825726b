// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/series/frame_times.hpp"
#include "core/series/value_table.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

struct Row {
    int line = 0;
    std::vector<std::string> fields;
};

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Rows of separated fields (RFC 4180), without empty lines and lines that begin with '#'.
std::vector<Row> rowsOf(std::string_view text, char separator, const std::filesystem::path& file) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<Row> rows;
    int line = 1;
    for (std::size_t i = 0; i < text.size();) {
        Row row{line, {}};
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
                } else if (c == '"' && !isComment && (isQuoted || trimmed(field).empty())) {
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
            row.fields.push_back(wasQuoted ? field : std::string(trimmed(field)));
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

std::optional<std::size_t> columnOf(const Row& header, std::string_view name) {
    const auto found = std::find(header.fields.begin(), header.fields.end(), name);
    if (found == header.fields.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header.fields.begin());
}

/// Rows and how they are separated: by the character at which the header holds the column of files and more.
struct Rows {
    char separator = ',';
    std::vector<Row> all;
};
Rows rowsOf(std::string_view text, const std::filesystem::path& file) {
    Rows byComma{',', rowsOf(text, ',', file)};
    for (const char separator : {',', ';', '\t'}) {
        Rows rows = separator == ',' ? byComma : Rows{separator, rowsOf(text, separator, file)};
        if (!rows.all.empty() && columnOf(rows.all.front(), "file") && rows.all.front().fields.size() > 1) return rows;
    }
    return byComma;
}

/// Where commas do not separate, one in a number is its decimal point.
std::optional<double> secondsFrom(std::string text, char separator) {
    if (separator != ',' && text.find('.') == std::string::npos && std::ranges::count(text, ',') == 1)
        std::ranges::replace(text, ',', '.');
    return parseNumber(text);
}

}  // namespace

std::vector<ValueRow> readValueTable(const std::filesystem::path& file, const std::string& column) {
    const std::vector<std::byte> bytes = readWhole(file, std::size_t{256} << 20);
    const auto [separator, rows] = rowsOf({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
    const std::string example = "begin it with the line file," + column, what = column == "time_s" ? "time" : column;
    if (rows.empty())
        throw InputError(displayName(file), column == "time_s" ? "the time table is empty" : "the table is empty", example);

    const auto fileColumn = columnOf(rows.front(), "file"), timeColumn = columnOf(rows.front(), column);
    const auto pageColumn = columnOf(rows.front(), "page");
    if (!fileColumn || !timeColumn)
        throw InputError(displayName(file),
                         "line " + std::to_string(rows.front().line) + " has no column '" + (fileColumn ? column : "file") + "'",
                         example);

    std::vector<ValueRow> table;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto& [line, fields] = rows[i];
        const auto refuse = [&](const std::string& reason, const char* remedy) {
            throw InputError(displayName(file), "line " + std::to_string(line) + " " + reason, remedy);
        };
        std::size_t filled = fields.size();
        while (filled > 0 && fields[filled - 1].empty())
            --filled;
        if (filled > rows.front().fields.size())
            refuse("has " + std::to_string(filled) + " fields, the header " + std::to_string(rows.front().fields.size()),
                   "are these decimal commas? write 0.5, or separate the columns by semicolons");
        const auto field = [&](std::size_t place) { return place < fields.size() ? fields[place] : std::string(); };
        const std::filesystem::path named = field(*fileColumn);
        if (named.filename().empty()) refuse("names no file", "write the image's file name into the column 'file'");
        const auto seconds = secondsFrom(field(*timeColumn), separator);
        if (!seconds || !std::isfinite(*seconds))
            refuse("has the " + what + " '" + field(*timeColumn) + "', which is no number",
                   column == "time_s" ? "write seconds with a decimal point" : "write it with a decimal point");
        long long page = 0;
        if (pageColumn && !field(*pageColumn).empty()) {
            const auto number = parseInteger(field(*pageColumn));
            if (!number || *number < 0 || *number > 1'000'000'000)
                refuse("has the page '" + field(*pageColumn) + "'", "pages are whole numbers from 0");
            page = *number;
        }
        table.push_back({line, named, static_cast<int>(page), *seconds});
    }
    return table;
}

TimeTable readTimeTable(const std::filesystem::path& file, const std::string& column) {
    TimeTable table;
    for (const ValueRow& row : readValueTable(file, column)) {
        const std::string name = row.file.filename().string();
        const auto [entry, isNew] = table.seconds.emplace(std::pair{name, row.page}, row.value);
        if (!isNew && entry->second != row.value)
            throw InputError(displayName(file), "line " + std::to_string(row.line) + " gives " + name + " a second time",
                             "keep one of the two rows");
    }
    return table;
}

std::vector<std::string> tableColumns(const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = readWhole(file, std::size_t{256} << 20);
    const auto [separator, rows] = rowsOf({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
    if (rows.empty() || !columnOf(rows.front(), "file"))
        throw InputError(displayName(file), "its first line has no column 'file'",
                         "begin it with a line such as file,temperature_C");
    std::vector<std::string> columns = rows.front().fields;
    std::erase_if(columns, [](const std::string& name) { return name.empty() || name == "file" || name == "page"; });
    return columns;
}

}  // namespace coarsen
