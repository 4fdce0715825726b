// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/filter_file.hpp"

#include "core/base/csv_rows.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/table_text.hpp"
#include "core/image/decode.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

[[noreturn]] void refuseTable(const std::filesystem::path& file, int line, const std::string& reason, const std::string& remedy) {
    throw InputError(displayName(file), "line " + std::to_string(line) + ": " + reason, remedy);
}

constexpr std::size_t largestTable = std::size_t{256} << 20;
constexpr const char* blanks = " \t\r";

struct TableLine {
    int number;
    std::string text;
};

std::string withoutBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(blanks);
    return first == text.npos ? std::string() : std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

/// The lines that hold something beside remarks.
std::vector<TableLine> linesOf(const std::string& text) {
    std::vector<TableLine> lines;
    std::istringstream stream(text.substr(endOfStatedSeparator(text)));
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (std::string held = withoutBlanks(line.substr(0, line.find('#'))); !held.empty())
            lines.push_back({number, std::move(held)});
    }
    return lines;
}

/// Separator of the numbers; a blank for any blanks. Beside semicolons and tabs, commas are decimal points.
char separatorOf(const std::string& text, const std::vector<TableLine>& lines) {
    if (const auto stated = statedSeparator(text)) return *stated;
    const auto have = [&](char letter) {
        return std::ranges::any_of(lines,
                                   [letter](const TableLine& line) { return line.text.find(letter) != std::string::npos; });
    };
    if (have(';')) return ';';
    if (have(',')) return have('\t') ? '\t' : ',';
    return ' ';
}

std::vector<std::string> fieldsOf(const std::string& line, char separator) {
    std::vector<std::string> fields;
    std::istringstream rest(line);
    if (separator == ' ') {
        for (std::string field; rest >> field;)
            fields.push_back(field);
        return fields;
    }
    for (std::string field; std::getline(rest, field, separator);)
        fields.push_back(withoutBlanks(field));
    if (line.back() == separator) fields.emplace_back();
    return fields;
}

Filter filterFromTable(const std::filesystem::path& file, const std::string& text) {
    Filter filter;
    const std::vector<TableLine> lines = linesOf(text);
    const char separator = separatorOf(text, lines);
    for (const TableLine& line : lines) {
        const std::vector<std::string> fields = fieldsOf(line.text, separator);
        if (filter.height > 0 && static_cast<int>(fields.size()) != filter.width)
            refuseTable(file, line.number,
                        "it has " + std::to_string(fields.size()) + " numbers, those before it " + std::to_string(filter.width),
                        "write as many in every line, 0 for none");
        filter.width = static_cast<int>(fields.size());
        ++filter.height;
        for (const std::string& field : fields) {
            const auto value = csvNumber(field, separator == ' ' ? ',' : separator);
            if (!value || !std::isfinite(*value))
                refuseTable(file, line.number, field.empty() ? "there is a hole in it" : "'" + field + "' is no finite number",
                            "write a number there, 0 for none");
            filter.taps.push_back(static_cast<float>(*value));
        }
    }
    if (filter.taps.empty()) throw InputError(displayName(file), "it holds no numbers", "write the filter's taps, row by row");
    return filter;
}

Filter filterFromImage(const std::filesystem::path& file) {
    const RawImage raw = decode(file);
    if (raw.image.channels() != 1)
        throw InputError(displayName(file), "it has " + std::to_string(raw.image.channels()) + " channels, and a filter has one",
                         "save it as one plane of floats");
    const Image real = raw.image.asFloat();
    const auto pixels = real.plane<float>();
    Filter filter{real.width(), real.height(), {pixels.begin(), pixels.end()}};
    try {
        requireUsable(filter);
    } catch (const SettingError& error) {
        throw InputError(displayName(file), error.reason(), error.remedy());
    }
    return filter;
}

}  // namespace

Filter readFilter(const std::filesystem::path& file) {
    if (hasImageExtension(file)) return filterFromImage(file);
    return filterFromTable(file, readTableText(file, largestTable));
}

}  // namespace coarsen
