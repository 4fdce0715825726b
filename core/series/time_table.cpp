// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/time_table.hpp"

#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/table_text.hpp"
#include "core/base/units.hpp"
#include "core/series/table_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t largestTable = std::size_t{256} << 20;  // bytes
constexpr long long mostPages = 1'000'000'000;

/// A number in words: "#2" is the second column.
std::optional<std::size_t> numberedColumn(const std::string& name) {
    if (!name.starts_with('#')) return std::nullopt;
    const auto number = parseInteger(std::string_view(name).substr(1));
    return number && *number >= 1 && *number <= 1'000'000 ? std::optional(static_cast<std::size_t>(*number - 1)) : std::nullopt;
}

/// The character that the text states itself, else the one that the first row has most of, among those that separate columns.
/// Where that is no header, its commas may be decimal: then one that cuts all rows alike goes before them.
char separatorOf(std::string_view text, bool hasHeader, const std::filesystem::path& file) {
    if (const auto stated = statedSeparator(text)) return *stated;
    char best = ',';
    std::size_t most = 0;
    for (const char separator : {'\t', ';', ','}) {
        const std::vector<CsvRow> rows = csvRows(text, separator, file);
        const std::size_t columns = rows.empty() ? 0 : rows.front().fields.size();
        const auto isAlike = [&](const CsvRow& row) { return row.fields.size() == columns; };
        if (!hasHeader && separator != ',' && columns > 1 && std::ranges::all_of(rows, isAlike)) return separator;
        if (columns > most) most = columns, best = separator;
    }
    return best;
}

std::string withoutFolder(const std::string& name) {
    return std::filesystem::path(name.substr(name.find_last_of('\\') + 1)).filename().string();
}

}  // namespace

std::optional<std::size_t> columnPlace(const std::string& name, const std::vector<std::string>& names) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const auto number = numberedColumn(name);
    return number && *number < names.size() ? number : std::nullopt;
}

std::vector<std::string> columnsOfTime(const std::string& time, const std::vector<std::string>& names) {
    for (auto sign = time.find('+'); sign != std::string::npos && !columnPlace(time, names); sign = time.find('+', sign + 1)) {
        const std::string date = time.substr(0, sign), ofDay = time.substr(sign + 1);
        if (columnPlace(date, names) && columnPlace(ofDay, names)) return {date, ofDay};
    }
    return {time};
}

TableOfTimes::TableOfTimes(std::filesystem::path file, const TimeColumns& asked, std::string what)
    : file_(std::move(file)), what_(std::move(what)), columns_(asked) {
    const std::string text = readTableText(file_, largestTable);
    separator_ = asked.separator != '\0' ? asked.separator : separatorOf(text, asked.hasHeader, file_);
    rows_ = csvRows(text, separator_, file_);
    if (rows_.empty())
        throw InputError(displayName(file_), isOfTimes() ? "the time table is empty" : "the table is empty",
                         "begin it with the line file," + (isOfTimes() ? "time_s" : what_));
    firstLine_ = rows_.front().line;
    std::size_t columns = rows_.front().fields.size();
    if (columns_.hasHeader) {
        names_ = rows_.front().fields;
        rows_.erase(rows_.begin());
    } else {
        for (const CsvRow& row : rows_)
            columns = std::max(columns, row.fields.size());
    }
    names_.resize(columns);
    for (std::size_t i = 0; i < columns; ++i) {
        const auto own = names_.begin() + static_cast<std::ptrdiff_t>(i);
        if (own->empty() || std::find(names_.begin(), own, *own) != own) *own = "#" + std::to_string(i + 1);
    }
    guess();
}

/// The date and the time of day, where they stand in two columns.
std::string TableOfTimes::timeText(const CsvRow& row, const std::vector<std::size_t>& columns) const {
    std::string text;
    for (const std::size_t column : columns)
        text += (text.empty() ? "" : " ") + field(row, column);
    return text;
}

std::vector<std::string> TableOfTimes::timeTexts(const std::vector<std::size_t>& columns) const {
    std::vector<std::string> texts;
    for (const CsvRow& row : rows_)
        texts.push_back(timeText(row, columns));
    return texts;
}

/// The zone is that of the first date that states one.
TableOfTimes::Clock TableOfTimes::clockOf(const std::vector<std::string>& texts) const {
    if (!areClockTimes()) return {};
    Clock clock{std::nullopt, orderOfDates(texts)};
    for (const std::string& text : texts)
        if (const auto moment = clockTime(text, clock.order); moment && moment->zone && !clock.zone) clock.zone = moment->zone;
    return clock;
}

void TableOfTimes::refuse(int line, const std::string& reason, const std::string& remedy) const {
    throw InputError(displayName(file_), "line " + std::to_string(line) + " " + reason, remedy);
}

std::size_t TableOfTimes::requiredPlace(const std::string& name, const char* what) const {
    if (const auto found = columnPlace(name, names_)) return *found;
    refuse(firstLine_, name.empty() ? "has no column of " + std::string(what) : "has no column '" + name + "'",
           isOfTimes() ? "begin it with the line file,time_s, or say which columns it has: --time-columns \"file=NAME,time=NAME\""
                       : "begin it with the line file," + what_);
}

std::vector<std::size_t> TableOfTimes::placesOfTime() const {
    std::vector<std::size_t> places;
    for (const std::string& name : columnsOfTime(columns_.time, names_))
        places.push_back(requiredPlace(name, "times"));
    if (places.size() > 1 && !areClockTimes())
        refuse(firstLine_, "has two columns of times, '" + columns_.time + "', in " + std::string(nameOf(columns_.unit)),
               "two columns are a date and a time of day: leave unit out, or name one column");
    return places;
}

std::optional<double> TableOfTimes::secondsIn(const std::string& text, const Clock& clock) const {
    if (isDuration(columns_.unit)) return secondsOfDuration(text, columns_.unit);
    if (!areClockTimes()) {
        const auto number = csvNumber(text, separator_);
        const double unit = coarsen::secondsIn(nameOf(columns_.unit)).value_or(1);
        return number && std::isfinite(*number * unit) ? std::optional(*number * unit) : std::nullopt;
    }
    const auto moment = clockTime(text, clock.order);
    if (!moment) return std::nullopt;
    return moment->seconds + clock.zone.value_or(0) - moment->zone.value_or(clock.zone.value_or(0));
}

void TableOfTimes::requireFieldsOfHeader(const CsvRow& row) const {
    std::size_t filled = row.fields.size();
    while (filled > 0 && row.fields[filled - 1].empty())
        --filled;
    if (filled > names_.size())
        refuse(row.line, "has " + std::to_string(filled) + " fields, the header " + std::to_string(names_.size()),
               "are these decimal commas? write 0.5, or separate the columns by semicolons");
}

void TableOfTimes::requireCertainCommas(const std::vector<std::string>& texts) const {
    if (separator_ == ',' || areClockTimes() || isDuration(columns_.unit)) return;
    if (const auto row = firstDoubtfulComma(texts))
        refuse(rows_[*row].line, "has the " + what_ + " '" + texts[*row] + "', whose comma may be decimal or group thousands",
               "write it with a decimal point, or without the comma");
}

double TableOfTimes::requiredSeconds(const CsvRow& row, const std::string& text, const Clock& clock) const {
    if (const auto seconds = secondsIn(text, clock)) return *seconds;
    const std::string has = "has the " + what_ + " '" + text + "', which is no ";
    if (areClockTimes())
        refuse(row.line,
               has + "date and time" + (isSomeDate(text) ? ": which number is its day cannot be told in this table" : ""),
               "write it as 2026-03-01 14:05:00");
    if (isDuration(columns_.unit)) refuse(row.line, has + "duration", "write it as 1:05:30");
    refuse(row.line, has + "number", "write it with a decimal point");
}

int TableOfTimes::pageOf(const CsvRow& row) const {
    const auto column = columnPlace("page", names_);
    const std::string text = column ? field(row, *column) : std::string();
    if (text.empty()) return 0;
    const auto page = parseInteger(text);
    if (!page || *page < 0 || *page > mostPages)
        refuse(row.line, "has the page '" + text + "'", "pages are whole numbers from 0");
    return static_cast<int>(*page);
}

std::vector<TimedRow> TableOfTimes::timedRows() const {
    const bool isFile = columns_.match == TimeColumns::Match::file, isNumber = columns_.match == TimeColumns::Match::number;
    const std::size_t frameColumn = isFile || isNumber ? requiredPlace(columns_.frame, isFile ? "files" : "numbers") : 0;
    const std::vector<std::string> texts = timeTexts(placesOfTime());
    if (problem_) throw *problem_;
    const Clock clock = clockOf(texts);
    requireCertainCommas(texts);
    std::vector<TimedRow> timed;
    std::map<std::pair<std::string, long long>, double> known;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const CsvRow& row = rows_[i];
        requireFieldsOfHeader(row);
        TimedRow one{.line = row.line, .file = {}};
        one.number = static_cast<long long>(timed.size());
        if (isFile) {
            one.file = withoutFolder(field(row, frameColumn));
            if (one.file.empty())
                refuse(row.line, "names no file", "write the image's file name into the column '" + columns_.frame + "'");
        } else if (isNumber) {
            const auto number = parseInteger(field(row, frameColumn));
            if (!number) refuse(row.line, "has the number '" + field(row, frameColumn) + "'", "frames have whole numbers");
            one.number = *number - columns_.firstNumber.value_or(0);
        }
        one.seconds = requiredSeconds(row, texts[i], clock);
        if (isFile) one.page = pageOf(row);
        const auto [entry, isNew] = known.emplace(std::pair{one.file, isFile ? one.page : one.number}, one.seconds);
        if (!isNew && entry->second != one.seconds)
            refuse(row.line, "gives " + (isFile ? one.file : "frame " + field(row, frameColumn)) + " a second time",
                   "keep one of the two rows");
        if (isNew) timed.push_back(std::move(one));
    }
    return timed;
}

std::vector<std::optional<NamedTime>> TableOfTimes::timesOf(const ImageSeries& series) const {
    std::vector<std::optional<NamedTime>> times(series.frames.size());
    std::map<std::pair<std::string, int>, double> byName;
    const std::vector<TimedRow> rows = timedRows();
    const int skipped = firstNumberIn(rows, times.size()) - columns_.firstNumber.value_or(0);
    for (const TimedRow& row : rows) {
        const long long number = row.number - skipped;
        if (columns_.match == TimeColumns::Match::file)
            byName.emplace(std::pair{row.file, row.page}, row.seconds);
        else if (number >= 0 && number < std::ssize(times))
            times[static_cast<std::size_t>(number)] = NamedTime{row.seconds, areClockTimes()};
    }
    if (byName.empty()) return times;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const FrameSource& frame = series.frames[i];
        // As it is, as our own tables spell it, or without its extension.
        for (const std::string& name : {frame.file.filename().string(), displayName(frame.file), frame.file.stem().string()})
            if (const auto row = byName.find({name, frame.page}); row != byName.end() && !times[i])
                times[i] = NamedTime{row->second, areClockTimes()};
    }
    return times;
}

int TableOfTimes::firstNumberIn(const std::vector<TimedRow>& rows, std::size_t frames) const {
    if (columns_.match != TimeColumns::Match::number || columns_.firstNumber || rows.empty())
        return columns_.firstNumber.value_or(0);
    const auto [lowest, highest] = std::ranges::minmax(rows, {}, &TimedRow::number);
    return lowest.number >= 1 && highest.number == static_cast<long long>(frames) ? 1 : 0;
}

int TableOfTimes::firstNumber(std::size_t frames) const {
    return firstNumberIn(timedRows(), frames);
}

std::vector<Said> TableOfTimes::saidOf(const ImageSeries& series) const {
    const bool isCounted = columns_.match == TimeColumns::Match::number && !columns_.firstNumber;
    if (!isCounted || firstNumber(series.frames.size()) == 0) return {};
    return {{"table.counts-from-1",
             "Times of " + displayName(file_) + " count the frames from 1: its column '" + columns_.frame +
                 "' has no 0 and goes up to " + std::to_string(series.frames.size()) + ", the number of frames.",
             "--time-columns from=0"}};
}

TimeTablePreview previewOf(const std::filesystem::path& file, const TimeColumns& columns, const ImageSeries& series) {
    constexpr std::size_t rowsShown = 8;
    TimeTablePreview preview;
    preview.columns = columns;
    try {
        const TableOfTimes table(file, columns);
        preview.columns = table.columns();
        preview.separator = table.separator();
        preview.names = table.names();
        for (const CsvRow& row : table.rows())
            if (preview.rows.size() < rowsShown) preview.rows.push_back(row.fields);
        const auto times = table.timesOf(series);
        if (table.columns().match == TimeColumns::Match::number) preview.columns.firstNumber = table.firstNumber(times.size());
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (times[i])
                ++preview.matched;
            else
                preview.unmatched.push_back(series.frames[i].name);
        }
    } catch (const InputError& error) {
        preview.problem = error.reason();
    }
    return preview;
}

TimeTable readTimeTable(const std::filesystem::path& file, const std::string& column) {
    TimeColumns columns;
    columns.frame = "file";
    columns.time = column;
    columns.unit = ColumnUnit::second;
    TimeTable table;
    for (const TimedRow& row : TableOfTimes(file, columns, column == "time_s" ? "time" : column).timedRows())
        table.seconds.emplace(std::pair{row.file, row.page}, row.seconds);
    return table;
}

std::vector<std::string> tableColumns(const std::filesystem::path& file) {
    const TableOfTimes table(file, {});
    std::vector<std::string> columns = table.names();
    if (std::ranges::count(columns, "file") == 0)
        throw InputError(displayName(file), "its first line has no column 'file'",
                         "begin it with a line such as file,temperature_C");
    std::erase_if(columns, [](const std::string& name) { return name.starts_with('#') || name == "file" || name == "page"; });
    return columns;
}

}  // namespace coarsen
