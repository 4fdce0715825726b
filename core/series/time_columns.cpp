// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/time_columns.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/time_unit.hpp"

#include <algorithm>
#include <array>
#include <optional>
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

std::string inSmallLetters(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return small;
}

/// The unit that a word means, or nothing.
std::optional<ColumnUnit> unitNamed(std::string_view word) {
    const std::string small = inSmallLetters(withoutSpaces(word));
    if (small == "ms" || small == "msec" || small == "millisecond" || small == "milliseconds") return ColumnUnit::millisecond;
    const auto unit = timeUnitNamed(small);
    if (!unit) return std::nullopt;
    return *unit == TimeUnit::minute ? ColumnUnit::minute
           : *unit == TimeUnit::hour ? ColumnUnit::hour
           : *unit == TimeUnit::day  ? ColumnUnit::day
                                     : ColumnUnit::second;
}

/// A header taken apart: "Elapsed time (min)" is "elapsed time" in minutes, "h" nothing in hours.
struct Header {
    std::string name;
    ColumnUnit unit = ColumnUnit::told;
};

Header takenApart(std::string_view header) {
    const std::string_view whole = withoutSpaces(header);
    if (const auto unit = unitNamed(whole)) return {"", *unit};
    for (const auto& [open, close] : {std::pair{'(', ')'}, {'[', ']'}, {'{', '}'}}) {
        const auto begin = whole.rfind(open);
        if (begin == std::string_view::npos || !whole.ends_with(close)) continue;
        const auto unit = unitNamed(whole.substr(begin + 1, whole.size() - begin - 2));
        return {inSmallLetters(withoutSpaces(whole.substr(0, begin))), unit.value_or(ColumnUnit::told)};
    }
    if (const auto cut = whole.find_last_of("/_ ,"); cut != std::string_view::npos)
        if (const auto unit = unitNamed(whole.substr(cut + 1))) {
            std::string name = inSmallLetters(withoutSpaces(whole.substr(0, cut)));
            if (name.ends_with(" in")) name.resize(name.size() - 3);
            return {name, *unit};
        }
    return {inSmallLetters(whole), ColumnUnit::told};
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
    switch (unit) {
        case ColumnUnit::told:
            return "";
        case ColumnUnit::millisecond:
            return "ms";
        case ColumnUnit::second:
            return "s";
        case ColumnUnit::minute:
            return "min";
        case ColumnUnit::hour:
            return "h";
        case ColumnUnit::day:
            return "d";
        case ColumnUnit::date:
            break;
    }
    return "date";
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
            const auto unit = value == "date" ? std::optional(ColumnUnit::date) : unitNamed(value);
            if (!unit)
                throw SettingError("--time-columns", "unit is '" + value + "'",
                                   "write ms, s, min, h, d or date (of a date and time)");
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
        columns.firstNumber = 0;
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
    // Also where the headers have yet to tell that a column counts the frames.
    if (isCounted || (!areRows && columns.firstNumber != 0)) add("from", std::to_string(columns.firstNumber));
    if (!columns.time.empty()) add("time", columns.time);
    if (columns.unit != ColumnUnit::told) add("unit", std::string(nameOf(columns.unit)));
    if (!columns.hasHeader) add("header", "no");
    for (const auto& [separator, name] : separators)
        if (columns.separator == separator) add("separator", std::string(name));
    return text;
}

ColumnUnit unitOfHeader(std::string_view header) {
    return takenApart(header).unit;
}

bool isCalledTime(std::string_view header) {
    static constexpr std::array<std::string_view, 18> names{
        "time",       "t",          "times", "elapsed",  "elapsed time", "time elapsed", "elapsedtime",      "timestamp",
        "time stamp", "time_stamp", "date",  "datetime", "date time",    "date_time",    "acquisition time", "acquired",
        "zeit",       "temps"};
    const Header parts = takenApart(header);
    return parts.name.empty() ? parts.unit != ColumnUnit::told : std::ranges::find(names, parts.name) != names.end();
}

bool isCalledFile(std::string_view header) {
    static constexpr std::array<std::string_view, 13> names{"file",       "filename",  "file name",  "file_name",  "files",
                                                            "image",      "images",    "image file", "image_file", "image name",
                                                            "image_name", "imagename", "picture"};
    const std::string small = inSmallLetters(withoutSpaces(header));
    return std::ranges::find(names, small) != names.end();
}

bool isCalledNumber(std::string_view header) {
    static constexpr std::array<std::string_view, 9> names{"frame", "frames", "index",        "no",          "no.",
                                                           "nr",    "number", "frame number", "frame_number"};
    const std::string small = inSmallLetters(withoutSpaces(header));
    return std::ranges::find(names, small) != names.end();
}

}  // namespace coarsen
