// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/time_columns.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/series/table_headers.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr std::array<std::pair<char, std::string_view>, 3> separators{{{',', "comma"}, {';', "semicolon"}, {'\t', "tab"}}};

std::string_view withoutSpaces(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The parts between commas that stand in no quotation marks, as key and value.
std::vector<std::pair<std::string, std::string>> settingsIn(std::string_view text) {
    const auto refuse = [&](const std::string& part) {
        throw SettingError("--time-columns", "'" + part + "' says nothing of a column",
                           "write file=NAME,time=NAME and, where they are needed, unit, number, from, rows, header, separator");
    };
    std::vector<std::pair<std::string, std::string>> settings;
    for (std::size_t i = 0; i < text.size();) {
        std::string part;
        bool isQuoted = false;
        for (; i < text.size() && (isQuoted || text[i] != ','); ++i) {
            const bool isDoubled = isQuoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"';
            if (isDoubled) ++i;
            if (text[i] == '"' && !isDoubled)
                isQuoted = !isQuoted;
            else
                part += text[i];
        }
        ++i;
        if (isQuoted)
            throw SettingError("--time-columns", "a quotation mark is never closed", "close it, or double one in a name");
        const auto cut = part.find('=');
        if (cut == std::string::npos) refuse(part);
        settings.emplace_back(withoutSpaces(std::string_view(part).substr(0, cut)),
                              withoutSpaces(std::string_view(part).substr(cut + 1)));
    }
    return settings;
}

bool truthFrom(const std::string& key, const std::string& value) {
    if (value == "yes" || value == "no") return value == "yes";
    throw SettingError("--time-columns", key + " is '" + value + "'", "write " + key + "=yes or " + key + "=no");
}

std::string asValue(const std::string& name) {
    if (name.find_first_of(",\"") == std::string::npos) return name;
    std::string text = "\"";
    for (const char c : name)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

}  // namespace

std::string_view nameOf(ColumnUnit unit) {
    constexpr std::string_view names[] = {"", "ns", "us", "ms", "s", "min", "h", "d", "wk", "date", "h:mm:ss", "h:mm", "mm:ss"};
    return names[static_cast<int>(unit)];
}

TimeColumns timeColumnsFrom(std::string_view text) {
    TimeColumns columns;
    for (const auto& [key, value] : settingsIn(text)) {
        if (key == "file" || key == "number") {
            columns.match = key == "file" ? TimeColumns::Match::file : TimeColumns::Match::number;
            columns.frame = value;
        } else if (key == "rows") {
            if (truthFrom(key, value)) columns.match = TimeColumns::Match::row;
        } else if (key == "from") {
            const auto first = parseInteger(value);
            if (!first || *first < -1'000'000'000 || *first > 1'000'000'000)
                throw SettingError("--time-columns", "from is '" + value + "'", "write the first frame's number, as from=1");
            columns.firstNumber = static_cast<int>(*first);
        } else if (key == "time") {
            columns.time = value;
        } else if (key == "unit") {
            const auto unit = value == "date" ? std::optional(ColumnUnit::date) : columnUnitNamed(value);
            if (!unit)
                throw SettingError(
                    "--time-columns", "unit is '" + value + "'",
                    "write " + std::string(timeUnitsInWords) + "; date of a date and time; h:mm:ss, h:mm or mm:ss");
            columns.unit = *unit;
        } else if (key == "header") {
            columns.hasHeader = truthFrom(key, value);
        } else if (key == "separator") {
            const auto known = std::ranges::find_if(
                separators, [&](const auto& one) { return one.second == value || value == std::string(1, one.first); });
            if (known == separators.end())
                throw SettingError("--time-columns", "separator is '" + value + "'", "write comma, semicolon or tab");
            columns.separator = known->first;
        } else {
            throw SettingError("--time-columns", "'" + key + "' is unknown",
                               "write file, number, from, rows, time, unit, header or separator");
        }
    }
    if (columns.match == TimeColumns::Match::row) {  // no column names or counts the frames
        columns.frame.clear();
        columns.firstNumber.reset();
    }
    return columns;
}

std::string textOf(const TimeColumns& columns) {
    std::string text;
    const auto add = [&](std::string_view key, const std::string& value) {
        text += (text.empty() ? "" : ",") + std::string(key) + "=" + asValue(value);
    };
    const bool areRows = columns.match == TimeColumns::Match::row, isCounted = columns.match == TimeColumns::Match::number;
    if (areRows)
        add("rows", "yes");
    else if (isCounted)
        add("number", columns.frame);
    else if (!columns.frame.empty())
        add("file", columns.frame);
    if (!areRows && columns.firstNumber) add("from", std::to_string(*columns.firstNumber));
    if (!columns.time.empty()) add("time", columns.time);
    if (columns.unit != ColumnUnit::told) add("unit", std::string(nameOf(columns.unit)));
    if (!columns.hasHeader) add("header", "no");
    for (const auto& [separator, name] : separators)
        if (columns.separator == separator) add("separator", std::string(name));
    return text;
}

}  // namespace coarsen
