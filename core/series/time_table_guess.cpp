// SPDX-License-Identifier: GPL-3.0-or-later
// What a table's headers and first row tell of its columns.
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "core/image/decode.hpp"
#include "core/series/table_headers.hpp"
#include "core/series/table_values.hpp"
#include "core/series/time_table.hpp"

#include <algorithm>

namespace coarsen {

namespace {

bool isDateAlone(const std::string& text) {
    return isSomeDate(text) && isSomeDate(text + " 00:00");
}

bool isTimeOfDay(const std::string& text) {
    return !isSomeDate(text) && text.find(':') != std::string::npos && clockTime("2000-01-01 " + text);
}

/// True where a column called Min holds minima: results of ImageJ have one beside Max.
bool areMinima(const std::string& name, const std::vector<std::string>& names) {
    const auto isMaximum = [](const std::string& other) { return other == "Max" || other == "max" || other == "MAX"; };
    return (name == "Min" || name == "min" || name == "MIN") && std::ranges::any_of(names, isMaximum);
}

}  // namespace

void TableOfTimes::refuseLater(const std::string& reason, const std::string& remedy) {
    problem_.emplace(displayName(file_), reason, remedy);
}

bool TableOfTimes::isVarying(std::size_t column) const {
    return rows_.size() < 2 ||
           std::ranges::any_of(rows_, [&](const CsvRow& row) { return field(row, column) != field(rows_.front(), column); });
}

/// True where a column that is called a time is one beside others: a bare T may be a temperature, and a number no date.
bool TableOfTimes::isLikelyTime(std::size_t column) const {
    const bool isNumber = !rows_.empty() && csvNumber(field(rows_.front(), column), separator_).has_value();
    const bool isDayCount = isNumber && isCalledDate(names_[column]) && columnHeader(names_[column]).unit == ColumnUnit::told;
    return names_[column] != "T" && !isDayCount && isVarying(column);
}

/// Where two columns tell the time together, by their headers and the first row; else empty.
std::string TableOfTimes::dateAndTimeOfDay() const {
    std::string date, ofDay;
    for (std::size_t i = 0; columns_.hasHeader && !rows_.empty() && i < names_.size(); ++i) {
        if (!isCalledTime(names_[i])) continue;
        const std::string first = field(rows_.front(), i);
        if (date.empty() && isDateAlone(first)) date = names_[i];
        if (ofDay.empty() && isTimeOfDay(first)) ofDay = names_[i];
    }
    return date.empty() || ofDay.empty() ? std::string() : date + '+' + ofDay;
}

/// The column that is called a time and varies. One that does not, or a bare T, is refused where another column has a unit of
/// time and varies.
std::string TableOfTimes::guessedTime() {
    std::vector<std::size_t> called, others;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        if (areMinima(names_[i], names_)) continue;
        if (isCalledTime(names_[i]))
            called.push_back(i);
        else if (columnHeader(names_[i]).unit != ColumnUnit::told && isVarying(i))
            others.push_back(i);
    }
    if (called.empty()) return {};
    auto found = std::ranges::find_if(called, [&](std::size_t i) { return isLikelyTime(i); });
    if (found != called.end()) return names_[*found];
    found = std::ranges::find_if(called, [&](std::size_t i) { return isVarying(i); });
    const std::string name = names_[found != called.end() ? *found : called.front()];
    if (!others.empty())
        refuseLater("its column '" + name + "'" +
                        (found != called.end() ? " may be the time, and so may '" : " never changes; '") +
                        names_[others.front()] + "'" + (found != called.end() ? "" : " does"),
                    "say which is the time: --time-columns \"time=" + names_[others.front()] + "\"");
    return name;
}

/// From the column's header and its first value.
void TableOfTimes::guessUnit() {
    const auto time = columnPlace(columns_.time, names_);
    if (columns_.unit != ColumnUnit::told || !time) return;
    const ColumnHeader header = columns_.hasHeader ? columnHeader(names_[*time]) : ColumnHeader{};
    const std::string first = rows_.empty() ? std::string() : field(rows_.front(), *time);
    const bool isNumber = csvNumber(first, separator_).has_value();
    const int parts = partsOfDuration(first);
    columns_.unit = header.unit;
    if (parts == 3) {
        columns_.unit = ColumnUnit::hoursMinutesSeconds;
    } else if (parts == 2 && !isDuration(header.unit)) {
        columns_.unit = header.unit == ColumnUnit::hour ? ColumnUnit::hoursMinutes : ColumnUnit::minutesSeconds;
        if (header.unit != ColumnUnit::hour && header.unit != ColumnUnit::minute)
            refuseLater("its times, '" + first + "', may be hours and minutes, or minutes and seconds",
                        "say --time-columns unit=h:mm or unit=mm:ss");
    } else if (header.unit == ColumnUnit::told && !isNumber && isSomeDate(first)) {
        columns_.unit = ColumnUnit::date;
    } else if (header.unit == ColumnUnit::told) {
        columns_.unit = ColumnUnit::second;
        if (!header.unread.empty())
            refuseLater("'" + header.unread + "' in '" + names_[*time] + "' is not a known unit: write " +
                            std::string(timeUnitsInWords) + ", or say --time-columns unit=s",
                        "");
        else if (isNumber && isCalledDate(header.name))
            refuseLater(
                "'" + first + "' in '" + names_[*time] + "' is a number, such as a spreadsheet counts days by, and no date",
                "write dates as 2026-03-01 14:05:00, or say --time-columns unit=d");
    }
}

/// Guesses what was not asked for: from the headers, and where they are silent from the first row.
void TableOfTimes::guess() {
    const auto called = [&](bool (*isCalled)(std::string_view)) -> std::string {
        const auto found = std::ranges::find_if(names_, [&](const std::string& name) { return isCalled(name); });
        return found == names_.end() ? std::string() : *found;
    };
    const auto exactly = [&](const char* name) {
        return std::ranges::count(names_, name) > 0 ? std::string(name) : std::string();
    };
    if (columns_.frame.empty() && columns_.match == TimeColumns::Match::file) {
        columns_.frame = exactly("file");
        if (columns_.frame.empty()) columns_.frame = called(isCalledFile);
        for (std::size_t i = 0; columns_.frame.empty() && columns_.hasHeader && !rows_.empty() && i < names_.size(); ++i)
            if (hasImageExtension(field(rows_.front(), i))) columns_.frame = names_[i];
        if (columns_.frame.empty() && !called(isCalledNumber).empty()) columns_.match = TimeColumns::Match::number;
    }
    if (columns_.frame.empty() && columns_.match == TimeColumns::Match::number) columns_.frame = called(isCalledNumber);
    if (columns_.time.empty()) columns_.time = exactly("time_s");
    if (columns_.time.empty()) columns_.time = dateAndTimeOfDay();
    if (columns_.time.empty()) columns_.time = guessedTime();
    const bool areTwo = columnsOfTime(columns_.time, names_).size() > 1;
    if (areTwo && columns_.unit == ColumnUnit::told) columns_.unit = ColumnUnit::date;
    guessUnit();
}

}  // namespace coarsen
