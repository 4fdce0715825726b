// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/time_columns.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coarsen {

enum class TimeSource { filename, exif, tiff, video, interval, table, index, mtime };
std::string_view nameOf(TimeSource source);  ///< as in results.csv: "filename", "exif", ...

/// A time read from one file name.
struct NamedTime {
    double seconds = 0;
    bool isClock = false;  ///< a date (seconds since 1970, UTC) rather than an elapsed time
};

/// Time that one name states by itself, as core/series/names.hpp reads the names of a series: 2009-03-16T14-00-00, _t0012.5s,
/// _90min, 1h30.
std::optional<NamedTime> timeFromName(std::string_view stem);

/// Numbers of files: CSV with header `file`, the number's column and optionally `page`; other columns are ignored.
struct TimeTable {
    std::map<std::pair<std::string, int>, double> seconds;  ///< (file name without folder, page) to seconds
};
/// Throws InputError naming the line. Times in other columns and units: core/series/time_columns.hpp.
TimeTable readTimeTable(const std::filesystem::path& file, const std::string& column = "time_s");

/// The columns beside `file` and `page`, in their order. Throws InputError: no such file, no column `file`.
std::vector<std::string> tableColumns(const std::filesystem::path& file);

/// By what frames follow each other: their correlation and drift are between neighbours.
enum class FrameOrder { name, time };

/// How frames get their times. `automatic`: what is stated of each page, else names with units, else the file's interval, else a
/// clock of acquisition, else a film's clock, else the TIFF's date, else the frame's number; `mtime`: when their files were last
/// written, which a copy may change.
struct TimeChoice {
    /// `exif`: a clock of acquisition; `pages`: what is stated of each page; `fileInterval`: what the file states; `film`: the
    /// clock of a film's container; `date`: the TIFF's date, which may be that of saving.
    enum class Kind { automatic, interval, table, filename, exif, index, mtime, pages, fileInterval, film, date };
    Kind kind = Kind::automatic;
    double intervalS = 1;
    std::filesystem::path table;
    bool byNumber = false;  ///< of intervals and frame numbers: the number in a frame's name counts, so that a gap takes its time
    TimeColumns columns = {};  ///< of the table
    FrameOrder order = FrameOrder::name;
    std::string numbersUnit = {};  ///< of `filename`: bare numbers count in this unit; empty: only numbers with units are times

    bool operator==(const TimeChoice&) const = default;
};

/// As `--times-from` spells it: "pages", "names", "names:s", "interval", "clock", "film", "date", "number". Throws SettingError.
TimeChoice timesFromText(std::string_view text);
std::string timesFromText(const TimeChoice& choice);  ///< the same back; empty of what other options say

}  // namespace coarsen
