// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/filter_file.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/image/decode.hpp"

#include <cmath>
#include <sstream>
#include <string>
#include <string_view>

namespace coarsen {

namespace {

[[noreturn]] void refuseTable(const std::filesystem::path& file, int line, const std::string& reason, const std::string& remedy) {
    throw InputError(displayName(file), "line " + std::to_string(line) + ": " + reason, remedy);
}

/// The fields of a line: between commas or semicolons where there are any, else between blanks.
std::vector<std::string> fieldsOf(std::string_view line) {
    const bool hasSeparators = line.find_first_of(",;") != std::string_view::npos;
    std::vector<std::string> fields{""};
    for (const char letter : line) {
        const bool isBlank = letter == ' ' || letter == '\t' || letter == '\r';
        if (hasSeparators ? letter == ',' || letter == ';' : isBlank) {
            if (hasSeparators || !fields.back().empty()) fields.emplace_back();
        } else if (!isBlank) {
            fields.back() += letter;
        }
    }
    if (!hasSeparators && fields.back().empty()) fields.pop_back();
    return fields;
}

Filter filterFromTable(const std::filesystem::path& file, std::string_view text) {
    Filter filter;
    std::istringstream lines{std::string(text)};
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::vector<std::string> fields = fieldsOf(line);
        if (filter.height > 0 && static_cast<int>(fields.size()) != filter.width)
            refuseTable(file, number,
                        "it has " + std::to_string(fields.size()) + " numbers, those before it " + std::to_string(filter.width),
                        "write as many in every line, 0 for none");
        filter.width = static_cast<int>(fields.size());
        ++filter.height;
        for (const std::string& field : fields) {
            const auto value = parseNumber(field);
            if (!value || !std::isfinite(*value))
                refuseTable(file, number, field.empty() ? "there is a hole in it" : "'" + field + "' is no finite number",
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
    const auto bytes = readWhole(file);
    return filterFromTable(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace coarsen
