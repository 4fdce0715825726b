// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/table_rows.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>

namespace coarsen {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::vector<TableRow> tableRows(std::string_view text, char separator, const std::filesystem::path& file) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<TableRow> rows;
    int line = 1;
    for (std::size_t i = 0; i < text.size();) {
        TableRow row{line, {}};
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

std::optional<double> tableNumber(std::string text, char separator) {
    if (separator != ',' && text.find('.') == std::string::npos && std::ranges::count(text, ',') == 1)
        std::ranges::replace(text, ',', '.');
    return parseNumber(text);
}

}  // namespace coarsen
