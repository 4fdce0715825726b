// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/table_headers.hpp"

#include "core/base/text_parts.hpp"
#include "core/base/units.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr std::string_view blanks = " \t";

std::string_view trimmedOf(std::string_view text, std::string_view ends) {
    const auto first = text.find_first_not_of(ends);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(ends) - first + 1);
}

std::string inSmallLetters(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return small;
}

/// "hh:mm:ss", "h:min", "mm:ss": what each number of a duration counts.
std::optional<ColumnUnit> durationForm(std::string_view word) {
    if (word.empty() || word.front() == ':' || word.back() == ':') return std::nullopt;
    std::string firstLetters;
    for (const std::string_view part : textParts(word, ':')) {
        constexpr std::array<std::string_view, 9> known{"h", "hh", "hr", "m", "mm", "min", "s", "ss", "sec"};
        if (std::ranges::find(known, part) == known.end()) return std::nullopt;
        firstLetters += part.front();
    }
    return firstLetters == "hms"  ? std::optional(ColumnUnit::hoursMinutesSeconds)
           : firstLetters == "hm" ? std::optional(ColumnUnit::hoursMinutes)
           : firstLetters == "ms" ? std::optional(ColumnUnit::minutesSeconds)
                                  : std::nullopt;
}

std::optional<ColumnUnit> unitOfWord(std::string_view word) {
    if (const auto form = durationForm(inSmallLetters(word))) return form;
    const auto seconds = secondsIn(word);
    for (const ColumnUnit unit : countingUnits)
        if (seconds && secondsIn(nameOf(unit)) == seconds) return unit;
    return std::nullopt;
}

bool isTimeName(const std::string& name) {
    static constexpr std::array<std::string_view, 21> names{"time",
                                                            "t",
                                                            "times",
                                                            "elapsed",
                                                            "elapsed time",
                                                            "time elapsed",
                                                            "elapsedtime",
                                                            "elapsed_time",
                                                            "timestamp",
                                                            "time stamp",
                                                            "time_stamp",
                                                            "date",
                                                            "datetime",
                                                            "date time",
                                                            "date_time",
                                                            "date/time",
                                                            "acquisition time",
                                                            "acquired",
                                                            "zeit",
                                                            "uhrzeit",
                                                            "temps"};
    return std::ranges::find(names, name) != names.end();
}

/// The name in front of a unit, without what joins the two.
std::string nameBefore(std::string_view text) {
    std::string name = inSmallLetters(trimmedOf(text, "/_, \t"));
    if (name.ends_with(" in")) name = trimmedOf(std::string_view(name).substr(0, name.size() - 3), "/_, \t");
    return name;
}

}  // namespace

std::optional<ColumnUnit> columnUnitNamed(std::string_view word) {
    const std::string_view whole = trimmedOf(word, blanks);
    return unitOfWord(whole.size() == 1 ? inSmallLetters(whole) : std::string(whole));
}

ColumnHeader columnHeader(std::string_view header) {
    const std::string_view whole = trimmedOf(header, blanks);
    const std::string small = inSmallLetters(whole);
    if (const auto unit = unitOfWord(whole)) return {"", *unit, ""};
    if (isTimeName(small)) return {small, ColumnUnit::told, ""};
    for (const auto& [open, close] : {std::pair{'(', ')'}, {'[', ']'}, {'{', '}'}}) {
        const auto begin = whole.rfind(open);
        if (begin == std::string_view::npos || !whole.ends_with(close)) continue;
        const std::string_view inside = trimmedOf(whole.substr(begin + 1, whole.size() - begin - 2), blanks);
        const auto unit = columnUnitNamed(inside);
        return {nameBefore(whole.substr(0, begin)), unit.value_or(ColumnUnit::told), unit ? "" : std::string(inside)};
    }
    if (const auto cut = whole.find_last_of("/_ ,"); cut != std::string_view::npos)
        if (const auto unit = columnUnitNamed(whole.substr(cut + 1))) return {nameBefore(whole.substr(0, cut)), *unit, ""};
    if (const auto slash = whole.rfind('/'); slash != std::string_view::npos)
        if (std::string name = nameBefore(whole.substr(0, slash)); isTimeName(name))
            return {std::move(name), ColumnUnit::told, std::string(trimmedOf(whole.substr(slash + 1), blanks))};
    return {small, ColumnUnit::told, ""};
}

bool isCalledTime(std::string_view header) {
    const ColumnHeader parts = columnHeader(header);
    return parts.name.empty() ? parts.unit != ColumnUnit::told : isTimeName(parts.name);
}

bool isCalledFile(std::string_view header) {
    static constexpr std::array<std::string_view, 13> names{"file",       "filename",  "file name",  "file_name",  "files",
                                                            "image",      "images",    "image file", "image_file", "image name",
                                                            "image_name", "imagename", "picture"};
    return std::ranges::find(names, inSmallLetters(trimmedOf(header, blanks))) != names.end();
}

bool isCalledNumber(std::string_view header) {
    static constexpr std::array<std::string_view, 9> names{"frame", "frames", "index",        "no",          "no.",
                                                           "nr",    "number", "frame number", "frame_number"};
    return std::ranges::find(names, inSmallLetters(trimmedOf(header, blanks))) != names.end();
}

bool isCalledDate(std::string_view header) {
    return columnHeader(header).name.starts_with("date");
}

}  // namespace coarsen
