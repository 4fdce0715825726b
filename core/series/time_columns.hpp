// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace coarsen {

/// In what a column counts; `told`: its header says so, else its first value is a date or a number of seconds.
enum class ColumnUnit { told, millisecond, second, minute, hour, day, date };
std::string_view nameOf(ColumnUnit unit);  ///< "", "ms", "s", "min", "h", "d", "date"

/// Which columns of a table give the frames their times. A column is named by its header, or "#2" is the second one. What is left
/// empty is guessed from the headers.
struct TimeColumns {
    enum class Match {
        file,    ///< a column names the image
        number,  ///< a column counts the frames
        row      ///< the rows are the frames, in the order of their names
    };
    Match match = Match::file;
    std::string frame;    ///< the column of names or numbers
    int firstNumber = 0;  ///< that the first frame has, where they are counted
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

/// The unit that a header states, as in "time (h)", "t/min" or "Time_s"; else `told`.
ColumnUnit unitOfHeader(std::string_view header);
/// Whether a header is one of those by which tables call times, or the images' names, or their numbers, whatever their unit is.
bool isCalledTime(std::string_view header);
bool isCalledFile(std::string_view header);
bool isCalledNumber(std::string_view header);

}  // namespace coarsen
