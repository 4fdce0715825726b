// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// In what a column counts; `told`: its header says so, else its first value is a date, a duration or a number of seconds.
enum class ColumnUnit {
    told,
    nanosecond,
    microsecond,
    millisecond,
    second,
    minute,
    hour,
    day,
    week,
    date,
    hoursMinutesSeconds,  ///< durations, as 1:05:30 is one
    hoursMinutes,
    minutesSeconds
};
/// "", "ns", "us", "ms", "s", "min", "h", "d", "wk", "date", "h:mm:ss", "h:mm", "mm:ss"
std::string_view nameOf(ColumnUnit unit);
/// Units of a column that are units of time.
constexpr ColumnUnit countingUnits[] = {ColumnUnit::nanosecond, ColumnUnit::microsecond, ColumnUnit::millisecond,
                                        ColumnUnit::second,     ColumnUnit::minute,      ColumnUnit::hour,
                                        ColumnUnit::day,        ColumnUnit::week};
/// True where values of the unit are written as 1:05:30.
constexpr bool isDuration(ColumnUnit unit) {
    return unit >= ColumnUnit::hoursMinutesSeconds;
}

/// Choice of the table's columns that give the frames their times. A column is named by its header, or "#2" is the second one.
/// What is left empty is guessed from the headers.
struct TimeColumns {
    enum class Match {
        file,    ///< a column names the image
        number,  ///< a column counts the frames
        row      ///< the rows are the frames, in the order of their names
    };
    Match match = Match::file;
    std::string frame;                    ///< the column of names or numbers
    std::optional<int> firstNumber = {};  ///< that the first frame has, where they are counted; nothing: as the numbers show
    std::string time;
    ColumnUnit unit = ColumnUnit::told;
    bool hasHeader = true;
    char separator = '\0';  ///< comma, semicolon or tab; 0: as the first line has them

    bool operator==(const TimeColumns&) const = default;
};

/// As it is typed and kept: "file=Name,time=t [h],unit=h", "number=no,from=1", "rows=yes,time=#1,header=no,separator=tab"; a name
/// with a comma or a quotation mark stands in quotation marks. Empty: all is guessed. Throws SettingError.
TimeColumns timeColumnsFrom(std::string_view text);
std::string textOf(const TimeColumns& columns);

}  // namespace coarsen
