// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock_time.hpp"
#include "core/base/csv_rows.hpp"
#include "core/base/error.hpp"
#include "core/base/said.hpp"
#include "core/series/image_series.hpp"
#include "core/series/time_columns.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Statement of one row on a frame.
struct TimedRow {
    int line = 0;
    std::string file;  ///< without its folder; empty where frames are counted
    int page = 0;
    long long number = 0;  ///< of the frame, from 0 on; where no file is named
    double seconds = 0;
};

/// Index of the column that a name means among a table's columns with these names, from 0; "#2" is the second one.
std::optional<std::size_t> columnPlace(const std::string& name, const std::vector<std::string>& names);

/// The columns that hold a time, of a table with these: one, or one of dates and one of times of day, "Date+Time". A name that
/// is a column's as it is, with its +, is that one.
std::vector<std::string> columnsOfTime(const std::string& time, const std::vector<std::string>& names);

/// A table as it was written for other programs, and which of its columns are meant.
class TableOfTimes {
public:
    /// Reads the file. `what`: the numbers, where they are no times. Throws InputError: not readable, empty, a quotation that
    /// does not end.
    TableOfTimes(std::filesystem::path file, const TimeColumns& asked, std::string what = "time");

    const std::vector<std::string>& names() const { return names_; }  ///< of the columns: headers, or "#1"
    const TimeColumns& columns() const { return columns_; }           ///< with what was guessed; still empty where nothing fits
    char separator() const { return separator_; }
    const std::vector<CsvRow>& rows() const { return rows_; }  ///< without the header

    /// In their order. Throws InputError naming the line, or the column that is missing.
    std::vector<TimedRow> timedRows() const;
    bool areClockTimes() const { return columns_.unit == ColumnUnit::date; }  ///< seconds as ClockTime has them

    /// When each frame was taken, as the table says; nothing where it has no row for it. Throws as `timedRows`.
    std::vector<std::optional<NamedTime>> timesOf(const ImageSeries& series) const;
    /// The number of the first frame, of a table that counts them: as asked, else 1 where the numbers end with the number of
    /// frames and begin above 0. Throws as `timedRows`.
    int firstNumber(std::size_t frames) const;
    /// Messages on how the table was read, which the series' user must know. Throws as `timedRows`.
    std::vector<Said> saidOf(const ImageSeries& series) const;

private:
    /// How the dates of a column are read: on which zone's clock, and in which order of day and month.
    struct Clock {
        std::optional<double> zone = {};
        DateOrder order = DateOrder::unknown;
    };

    bool isOfTimes() const { return what_ == "time"; }
    void guess();
    void guessUnit();
    std::string guessedTime();
    bool isVarying(std::size_t column) const;
    bool isLikelyTime(std::size_t column) const;
    void refuseLater(const std::string& reason, const std::string& remedy);
    std::string field(const CsvRow& row, std::size_t column) const {
        return column < row.fields.size() ? row.fields[column] : "";
    }
    std::string dateAndTimeOfDay() const;
    std::size_t requiredPlace(const std::string& name, const char* what) const;
    std::vector<std::size_t> placesOfTime() const;
    std::string timeText(const CsvRow& row, const std::vector<std::size_t>& columns) const;
    std::vector<std::string> timeTexts(const std::vector<std::size_t>& columns) const;
    Clock clockOf(const std::vector<std::string>& texts) const;
    std::optional<double> secondsIn(const std::string& text, const Clock& clock) const;
    void requireFieldsOfHeader(const CsvRow& row) const;
    void requireCertainCommas(const std::vector<std::string>& texts) const;
    double requiredSeconds(const CsvRow& row, const std::string& text, const Clock& clock) const;
    int pageOf(const CsvRow& row) const;
    int firstNumberIn(const std::vector<TimedRow>& rows, std::size_t frames) const;
    [[noreturn]] void refuse(int line, const std::string& reason, const std::string& remedy) const;

    std::filesystem::path file_;
    std::string what_;
    TimeColumns columns_;
    char separator_ = ',';
    int firstLine_ = 1;
    std::vector<std::string> names_;
    std::vector<CsvRow> rows_;
    std::optional<InputError> problem_;  ///< of what was guessed, for who wants its times
};

/// Times that a table gives a series, for someone who chooses its columns.
struct TimeTablePreview {
    TimeColumns columns;  ///< with what was guessed
    char separator = ',';
    std::vector<std::string> names;              ///< of the columns
    std::vector<std::vector<std::string>> rows;  ///< the first ones
    std::size_t matched = 0;                     ///< frames that get a time
    std::vector<std::string> unmatched;          ///< names of those that get none
    std::string problem;                         ///< why it cannot be read so; else empty
};
/// Throws nothing that a table can be blamed for: `problem` says it.
TimeTablePreview previewOf(const std::filesystem::path& file, const TimeColumns& columns, const ImageSeries& series);

}  // namespace coarsen
