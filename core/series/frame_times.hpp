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

/// What one name says by itself, as core/series/names.hpp reads the names of a series: 2009-03-16T14-00-00, _t0012.5s, _90min,
/// 1h30.
std::optional<NamedTime> timeFromName(std::string_view stem);

/// Numbers of files: CSV with header `file`, the number's column and optionally `page`; other columns are ignored.
struct TimeTable {
    std::map<std::pair<std::string, int>, double> seconds;  ///< (file name without folder, page) to seconds
};
/// Throws InputError naming the line. Times in other columns and units: core/series/time_columns.hpp.
TimeTable readTimeTable(const std::filesystem::path& file, const std::string& column = "time_s");

/// The columns beside `file` and `page`, in their order. Throws InputError: no such file, no column `file`.
std::vector<std::string> tableColumns(const std::filesystem::path& file);

/// By what frames follow each other: their likeness and drift are between neighbours.
enum class FrameOrder { name, time };

/// How frames get their times. `automatic`: file name, else EXIF, else TIFF tags or a film's time stamps, else the frame's
/// number; `mtime`: when their files were last written, which a copy may change.
struct TimeChoice {
    enum class Kind { automatic, interval, table, filename, exif, index, mtime };
    Kind kind = Kind::automatic;
    double intervalS = 1;
    std::filesystem::path table;
    bool byNumber = false;  ///< of intervals and frame numbers: the number in a frame's name counts, so that a gap takes its time
    TimeColumns columns = {};  ///< of the table
    FrameOrder order = FrameOrder::name;

    bool operator==(const TimeChoice&) const = default;
};

}  // namespace coarsen
