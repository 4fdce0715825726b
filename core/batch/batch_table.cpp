// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_table.hpp"

#include "core/base/csv_rows.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/table_text.hpp"
#include "core/base/time_unit.hpp"
#include "core/base/utf8.hpp"
#include "core/growth/fit_settings.hpp"
#include "core/growth/growth_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <system_error>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr std::array batchColumns{"folder",     "name", "group", "x",      "pixel_size_um",
                                  "interval_s", "t0_s", "fit",   "recipe", "position"};
constexpr int mostPositions = 1'000'000;
constexpr const char* allColumns = "folder, name, group, x, pixel_size_um, interval_s, t0_s, fit, recipe and position";

/// A row with what is said against it.
class BatchRow {
public:
    BatchRow(const fs::path& file, const CsvTable& table, const CsvRow& row) : file_(file), table_(table), row_(row) {}

    [[noreturn]] void refuse(const std::string& reason, const std::string& remedy) const {
        throw InputError(displayName(file_), "line " + std::to_string(row_.line) + " " + reason, remedy);
    }

    std::string text(std::string_view column) const { return printable(raw(column)); }

    /// As `--interval` and `--t0` take it.
    std::optional<double> seconds(const char* column) const {
        const std::string typed = raw(column);
        if (typed.empty()) return std::nullopt;
        if (const auto number = table_.number(typed); number && std::isfinite(*number)) return number;
        if (const auto time = typedTime(typed)) return time->seconds;
        refuse("has the " + std::string(column) + " '" + printable(typed) + "', which is no time",
               "write seconds with a decimal point, or with a unit after it: 90, 1.5 h");
    }

    std::optional<double> number(const char* column) const {
        const std::string typed = raw(column);
        if (typed.empty()) return std::nullopt;
        if (const auto value = table_.number(typed); value && std::isfinite(*value)) return value;
        refuse("has the " + std::string(column) + " '" + printable(typed) + "', which is no number",
               "write it with a decimal point");
    }

    /// Path that the row names, as seen from the table; empty where it names nothing.
    fs::path path(const char* column) const {
        const std::string typed = raw(column);
        if (typed.empty()) return {};
        fs::path path = (fs::absolute(file_).parent_path() / typed).lexically_normal();
        if (!path.has_filename()) path = path.parent_path();
        std::error_code unknown;
        if (!fs::exists(path, unknown))
            refuse("names the " + std::string(column) + " '" + printable(typed) + "', which is not there",
                   "write its path as seen from the table, or its full path");
        return path;
    }

    std::optional<Calibration> calibration() const {
        const std::string typed = raw("pixel_size_um");
        if (typed.empty()) return std::nullopt;
        Calibration calibration;
        calibration.source = "table";
        const auto cut = typed.find_first_of(table_.separator == ',' ? ",x" : "x");
        const auto width = table_.number(typed.substr(0, cut));
        const auto height = cut == std::string::npos ? width : table_.number(typed.substr(cut + 1));
        calibration.pixelWidthUm = width.value_or(0);
        calibration.pixelHeightUm = height.value_or(0);
        if (!calibration.isKnown())
            refuse("has the pixel_size_um '" + printable(typed) + "', which is no size in micrometres",
                   "write 8.3, or 8.3x8.5 for width and height");
        return calibration;
    }

    std::string t0() const {
        const std::string typed = raw("t0_s");
        if (typed.empty() || typed == "none") return typed;
        const auto number = table_.number(typed);
        return number && std::isfinite(*number) ? shortest(*number) : seconds("t0_s") ? typed : "";
    }

    std::string law() const {
        const std::string typed = raw("fit");
        std::string laws = lawByQuench;
        for (const GrowthModel& model : growthModels())
            laws += ", " + model.key;
        if (!typed.empty() && typed != lawByQuench && std::ranges::count(growthModels(), typed, &GrowthModel::key) == 0)
            refuse("has the fit '" + printable(typed) + "', which is no growth law", "write one of " + laws);
        return typed;
    }

    int line() const { return row_.line; }

private:
    std::string raw(std::string_view column) const { return CsvTable::field(row_, table_.column(column)); }

    const fs::path& file_;
    const CsvTable& table_;
    const CsvRow& row_;
};

void requireColumns(const CsvTable& table, const fs::path& file) {
    const std::string name = displayName(file), example = "begin it with the line folder,name,group,x";
    if (table.rows.empty()) throw InputError(name, "the table is empty", example);
    const CsvRow& header = table.rows.front();
    const std::string line = "line " + std::to_string(header.line);
    if (!table.column("folder")) throw InputError(name, line + " has no column 'folder'", example);
    for (const std::string& column : header.fields) {
        if (column.empty()) continue;
        if (std::ranges::find(batchColumns, column) == batchColumns.end())
            throw InputError(name, line + " has a column '" + printable(column) + "', which is unknown",
                             std::string("the columns are ") + allColumns);
        if (std::ranges::count(header.fields, column) > 1)
            throw InputError(name, line + " has the column '" + column + "' twice", "keep one of them");
    }
    if (table.rows.size() == 1)
        throw InputError(name, "the table names no series", "write a line for each folder below its header");
}

void requireText(std::string_view text, const fs::path& file) {
    if (isUtf8(text)) return;
    const auto bad = [&] {
        std::size_t at = 0;
        while (at < text.size() && utf8Length(text, at) > 0)
            at += utf8Length(text, at);
        return at;
    }();
    const auto line = 1 + std::ranges::count(text.substr(0, bad), '\n');
    throw InputError(displayName(file), "line " + std::to_string(line) + " is not UTF-8", "save the table as CSV in UTF-8");
}

}  // namespace

FoundSeries readBatchTable(const fs::path& file) {
    const std::string text = readTableText(file, std::size_t{16} << 20);
    requireText(text, file);
    const CsvTable table = csvTable(text, file, "folder");
    requireColumns(table, file);
    FoundSeries found;
    std::map<std::pair<fs::path, int>, int> lines;  // by folder and position
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
        const BatchRow row(file, table, table.rows[i]);
        if (const std::size_t fields = CsvTable::filled(table.rows[i]); fields > table.rows.front().fields.size())
            row.refuse(
                "has " + std::to_string(fields) + " fields, the header " + std::to_string(table.rows.front().fields.size()),
                "are these decimal commas? write 0.5, or separate the columns by semicolons");
        BatchSeries series;
        series.path = row.path("folder");
        if (series.path.empty()) row.refuse("names no folder", "write the series' folder into the column 'folder'");
        std::error_code unknown;
        fs::path same = fs::canonical(series.path, unknown);
        if (const auto position = row.number("position")) {
            if (*position < 1 || *position != std::floor(*position) || *position > mostPositions)
                row.refuse("has a position that is no whole number from 1 on", "write 1 for the first");
            series.position = static_cast<int>(*position);
        }
        const auto place = std::pair(unknown ? series.path : same, series.position.value_or(0));
        if (const auto [earlier, isNew] = lines.emplace(place, row.line()); !isNew)
            row.refuse("names a folder that line " + std::to_string(earlier->second) + " has already", "keep one of the two");
        series.name = row.text("name");
        series.group = row.text("group");
        if (const auto x = row.number("x")) series.x = *x;
        series.calibration = row.calibration();
        series.intervalS = row.seconds("interval_s");
        if (series.intervalS && !(*series.intervalS > 0))
            row.refuse("has an interval_s that is not above 0", "write seconds, as 60");
        series.t0 = row.t0();
        series.fit = row.law();
        series.recipe = row.path("recipe");
        found.series.push_back(std::move(series));
    }
    giveNames(found.series);
    return found;
}

}  // namespace coarsen
