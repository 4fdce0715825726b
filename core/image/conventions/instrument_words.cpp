// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/instrument_words.hpp"

#include "core/base/clock_time.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utf16.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace coarsen::conventions {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string upToZero(std::string text) {
    return text.substr(0, text.find('\0'));
}

/// The next line of a text, which loses it.
std::string_view takeLine(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// "2009-03-19" of "19 Mar 2009", "19-March-2009"; empty of other texts.
std::string dateOfNamedMonth(std::string_view date) {
    constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
    constexpr std::string_view signs = " -./,";
    std::array<std::string_view, 3> parts;
    std::size_t count = 0;
    for (std::size_t at = date.find_first_not_of(signs); at != std::string_view::npos; at = date.find_first_not_of(signs, at)) {
        if (count == parts.size()) return {};
        const std::size_t end = std::min(date.find_first_of(signs, at), date.size());
        parts[count++] = date.substr(at, end - at);
        at = end;
    }
    if (count < parts.size() || parts[1].size() < 3) return {};
    std::string month(parts[1].substr(0, 3));
    for (char& letter : month)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    const auto* const known = std::ranges::find(months, month);
    const auto day = parseInteger(parts[0]), year = parseInteger(parts[2]);
    if (known == months.end() || !day || !year || parts[2].size() != 4) return {};
    return std::string(parts[2]) + "-" + std::to_string(known - months.begin() + 1) + "-" + std::string(parts[0]);
}

}  // namespace

std::string decodedText(std::span<const std::byte> bytes) {
    const auto byteAt = [&](std::size_t i) { return i < bytes.size() ? std::to_integer<int>(bytes[i]) : -1; };
    if (byteAt(0) == 0xFF && byteAt(1) == 0xFE) return upToZero(textOfUtf16(bytes.subspan(2), true));
    if (byteAt(0) == 0xFE && byteAt(1) == 0xFF) return upToZero(textOfUtf16(bytes.subspan(2), false));
    constexpr std::size_t fewest = 8;  // a short text of bytes may end with a 0 and rubbish behind it
    if (bytes.size() >= fewest && byteAt(0) > 0 && byteAt(1) == 0 && byteAt(2) > 0) return upToZero(textOfUtf16(bytes, true));
    if (bytes.size() >= fewest && byteAt(0) == 0 && byteAt(1) > 0) return upToZero(textOfUtf16(bytes, false));
    std::string_view stored(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    stored = stored.substr(0, stored.find('\0'));
    if (stored.starts_with("\xEF\xBB\xBF")) stored.remove_prefix(3);
    if (isUtf8(stored)) return std::string(stored);
    std::string text;
    for (const char letter : stored)
        appendCharacter(static_cast<unsigned char>(letter), text);
    return text;
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string shortly(std::string_view text) {
    constexpr std::size_t most = 40;
    if (text.size() <= most) return printable(text);
    std::size_t end = 0;
    for (std::size_t length = 1; length > 0 && end + length <= most; end += length)
        length = std::max<std::size_t>(utf8Length(text, end), 1);
    return printable(text.substr(0, std::min(end, most))) + "\u2026";
}

std::string_view sectionIn(std::string_view ini, std::string_view name) {
    const auto isHead = [](std::string_view line) { return line.starts_with('[') && line.ends_with(']'); };
    while (!ini.empty()) {
        const std::string_view line = trimmed(takeLine(ini));
        if (!isHead(line) || line.substr(1, line.size() - 2) != name) continue;
        const std::string_view section = ini;
        std::string_view rest = ini;
        while (!rest.empty()) {
            const std::size_t before = ini.size() - rest.size();
            if (isHead(trimmed(takeLine(rest)))) return section.substr(0, before);
        }
        return section;
    }
    return {};
}

std::string_view iniValue(std::string_view lines, std::string_view key) {
    while (!lines.empty()) {
        const std::string_view line = takeLine(lines);
        const std::size_t equals = line.find('=');
        if (equals != std::string_view::npos && trimmed(line.substr(0, equals)) == key) return trimmed(line.substr(equals + 1));
    }
    return {};
}

std::optional<NumberWithUnit> numberWithUnit(std::string_view text) {
    text = trimmed(text);
    // The longest beginning that is a number is taken, for an exponent may belong to it.
    constexpr std::size_t most = 64;
    const std::size_t end = std::min({text.find_first_not_of("+-.0123456789eE"), text.size(), most});
    for (std::size_t length = end; length > 0; --length)
        if (const auto number = parseNumber(text.substr(0, length)); number && std::isfinite(*number))
            return NumberWithUnit{*number, trimmed(text.substr(length))};
    return std::nullopt;
}

void addStatedSize(const PixelSize& size, const std::string& what, FileFacts& facts) {
    const bool isOne = size.x > 0 && size.y > 0 && size.z >= 0 && std::isfinite(size.x + size.y + size.z);
    if (isOne)
        facts.sizes.push_back({size, Trust::stated, what});
    else
        facts.unread.push_back("the size of pixels of " + what);
}

void addStatedClock(std::string_view maker, std::string_view date, std::string_view time, FileFacts& facts) {
    date = trimmed(date), time = trimmed(time);
    if (date.empty() && time.empty()) return;
    // The time of day is not named: it differs from file to file of a series, of which all would be said then.
    const auto leaveOut = [&](const std::string& why) {
        facts.unread.push_back(std::string(maker) + "'s date '" + shortly(date) + "'" + why);
    };
    if (time.empty()) return leaveOut(", which has no time of day");
    const std::string named = dateOfNamedMonth(date);
    const std::string words = (named.empty() ? std::string(date) : named) + " " + std::string(time);
    auto moment = clockTime(words);
    if (!moment) {
        const auto dayFirst = clockTime(words, DateOrder::dayFirst), monthFirst = clockTime(words, DateOrder::monthFirst);
        if (dayFirst && monthFirst && !(*dayFirst == *monthFirst))
            return leaveOut(", of which day and month cannot be told from each other");
        moment = dayFirst ? dayFirst : monthFirst;
    }
    if (!moment) return leaveOut(", or its time of day");
    facts.times.push_back({{moment->seconds, true, moment->zone}, Trust::stated, std::string(maker) + " date"});
}

}  // namespace coarsen::conventions
