// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>

namespace coarsen {

namespace {

constexpr std::string_view microSign = "\u00B5", ringedA = "\u00C5";
constexpr std::size_t longestUnit = 64;  // bytes; what is longer is none

/// A prefix of the SI. Where it is not usual for a quantity it stands in XML only.
struct UnitPrefix {
    std::string_view symbol, word;
    int power;
    bool isOfLengths = false, isOfTimes = false;
};

constexpr UnitPrefix unitPrefixes[] = {
    {"", "", 0, true, true},
    {"p", "pico", -12, true},
    {"n", "nano", -9, true, true},
    {microSign, "micro", -6, true, true},
    {"u", "micro", -6, true, true},
    {"m", "milli", -3, true, true},
    {"c", "centi", -2, true},
    {"d", "deci", -1, true},
    {"k", "kilo", 3, true},
    {"y", "yocto", -24},
    {"z", "zepto", -21},
    {"a", "atto", -18},
    {"f", "femto", -15},
    {"da", "deka", 1},
    {"da", "deca", 1},
    {"h", "hecto", 2},
    {"M", "mega", 6},
    {"G", "giga", 9},
    {"T", "tera", 12},
    {"P", "peta", 15},
    {"E", "exa", 18},
    {"Z", "zetta", 21},
    {"Y", "yotta", 24},
};

/// A unit that takes those prefixes: which names stand behind a symbol, which behind a word, and its size as a power of ten.
struct PrefixedUnit {
    std::span<const std::string_view> symbols, words;
    int power;
    bool UnitPrefix::*isUsual;
    bool keepsCase;  ///< of symbols that mean something else in capitals
};

constexpr std::string_view symbolsOfMetre[] = {"m"}, wordsOfMetre[] = {"meter", "meters", "metre", "metres"},
                           symbolsOfSecond[] = {"s", "sec", "secs"}, wordsOfSecond[] = {"second", "seconds", "sec", "secs"};
constexpr PrefixedUnit metre{symbolsOfMetre, wordsOfMetre, 6, &UnitPrefix::isOfLengths, true},
    secondOfTime{symbolsOfSecond, wordsOfSecond, 0, &UnitPrefix::isOfTimes, false};

/// A unit without prefixes.
struct PlainUnit {
    std::string_view name;  ///< in small letters
    double size;
    bool isOfXml = false;  ///< and of nobody else
};

constexpr PlainUnit plainLengths[] = {
    {ringedA, 1e-4},
    {"angstrom", 1e-4},
    {"angstroms", 1e-4},
    {"micron", 1},
    {"microns", 1},
    {"in", 25400},
    {"inch", 25400},
    {"inches", 25400},
    {"thou", 25.4},
    {"mil", 25.4},
    {"mils", 25.4},
    {"li", 25400.0 / 12, true},
    {"pt", 25400.0 / 72, true},
    {"ft", 304800, true},
    {"foot", 304800, true},
    {"yd", 914400, true},
    {"yard", 914400, true},
    {"mi", 1.609344e9, true},
    {"mile", 1.609344e9, true},
    {"ua", 1.495978707e17, true},
    {"ly", 9.4607304725808e21, true},
    {"pc", 3.0856775814913673e22, true},
    {"parsec", 3.0856775814913673e22, true},
};

constexpr PlainUnit plainTimes[] = {
    {"min", 60},    {"mins", 60},    {"minute", 60},   {"minutes", 60},   {"h", 3600},    {"hr", 3600},
    {"hrs", 3600},  {"hour", 3600},  {"hours", 3600},  {"d", 86400},      {"day", 86400}, {"days", 86400},
    {"wk", 604800}, {"wks", 604800}, {"week", 604800}, {"weeks", 604800},
};

void exchangeAll(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// A character of at most three bytes in UTF-8.
std::string inUtf8(std::uint32_t point) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | (point >> shift & 0x3F)); };
    if (point < 0x80) return {static_cast<char>(point)};
    if (point < 0x800) return {static_cast<char>(0xC0 | point >> 6), tail(0)};
    return {static_cast<char>(0xE0 | point >> 12), tail(6), tail(0)};
}

/// An escaped character at the text's begin, as Java's properties (\u00B5) and XML (&#181; &#xB5;) write it, and the bytes it
/// takes; 0 bytes where there is none.
std::pair<std::string, std::size_t> escapedCharacter(std::string_view text) {
    const bool isJava = text.starts_with("\\u") || text.starts_with("\\U"), isHex = isJava || text.starts_with("&#x");
    if (!isJava && !text.starts_with("&#")) return {};
    const std::size_t begin = isJava ? 2 : isHex ? 3 : 2;
    const std::size_t end = isJava ? std::min(text.size(), begin + 4) : text.find(';');
    if (end == std::string_view::npos || end <= begin) return {};
    std::uint32_t point = 0;
    const auto [last, error] = std::from_chars(text.data() + begin, text.data() + end, point, isHex ? 16 : 10);
    if (error != std::errc{} || last != text.data() + end || point == 0 || point > 0xFFFF) return {};
    return {inUtf8(point), isJava ? end : end + 1};
}

/// The unit without escapes, outer spaces and a closing point, and with one code point for each sign.
std::string inOneSpelling(std::string_view unit) {
    std::string plain;
    for (std::size_t i = 0; i < unit.size();) {
        const auto [character, bytes] = escapedCharacter(unit.substr(i));
        const std::size_t length = bytes > 0 ? bytes : utf8Length(unit, i);
        if (bytes > 0)
            plain += character;
        else if (length > 0)
            plain += unit.substr(i, length);
        else
            plain += inUtf8(static_cast<unsigned char>(unit[i]));  // Latin-1
        i += std::max<std::size_t>(length, 1);
    }
    exchangeAll(plain, "\u03BC", microSign);
    exchangeAll(plain, "\u212B", ringedA);
    exchangeAll(plain, "A\u030A", ringedA);
    for (const std::string_view space : {"\u00A0", "\u2009", "\u202F"})
        exchangeAll(plain, space, " ");
    constexpr std::string_view spaces = " \t\r\n";
    plain.erase(0, std::min(plain.find_first_not_of(spaces), plain.size()));
    plain.erase(plain.find_last_not_of(spaces) + 1);
    return plain;
}

/// In small letters, and without the rings and dots of Ångström.
std::string withoutCase(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const std::string_view ringed : {ringedA, std::string_view("\u00E5")})
        exchangeAll(text, ringed, "a");
    for (const std::string_view dotted : {"\u00D6", "\u00F6"})
        exchangeAll(text, dotted, "o");
    return text;
}

double powerOfTen(int power) {
    double value = 1;
    for (int i = 0; i < std::abs(power); ++i)
        value *= 10;
    return power < 0 ? 1 / value : value;
}

/// The size of a unit with a prefix or without. A symbol that the SI gives to a prefix that is not usual keeps its case.
std::optional<double> prefixedSize(const std::string& unit, const std::string& small, const PrefixedUnit& base, bool isXml) {
    for (const UnitPrefix& prefix : unitPrefixes) {
        const bool isKnown = isXml || prefix.*base.isUsual;
        if (!isKnown && !base.keepsCase) continue;
        for (const std::string_view symbol : base.symbols)
            if (unit == std::string(prefix.symbol) + std::string(symbol))
                return isKnown ? std::optional(powerOfTen(prefix.power + base.power)) : std::nullopt;
    }
    for (const UnitPrefix& prefix : unitPrefixes) {
        if (!isXml && !(prefix.*base.isUsual)) continue;
        for (const std::string_view word : base.words)
            if (small == std::string(prefix.word) + std::string(word)) return powerOfTen(prefix.power + base.power);
        for (const std::string_view symbol : base.symbols)
            if (!isXml && small.size() > 1 && small == std::string(prefix.symbol) + std::string(symbol))
                return powerOfTen(prefix.power + base.power);
    }
    return std::nullopt;
}

std::optional<double> sizeOfUnit(std::string_view text, const PrefixedUnit& base, std::span<const PlainUnit> others,
                                 UnitDialect dialect) {
    if (text.size() > longestUnit) return std::nullopt;
    const bool isXml = dialect == UnitDialect::xml;
    std::string unit = inOneSpelling(text);
    if (!isXml && unit.size() > 1 && unit.ends_with('.')) unit.pop_back();  // "min."
    const std::string small = withoutCase(unit);
    if (const auto size = prefixedSize(unit, small, base, isXml)) return size;
    for (const PlainUnit& other : others) {
        if (other.isOfXml && !isXml) continue;
        const bool isFolded = !other.isOfXml && small.size() > 1 && small == other.name;
        if (unit == other.name || isFolded) return other.size;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> micrometresIn(std::string_view unit, UnitDialect dialect) {
    if (dialect == UnitDialect::imageJ && unit == "A") unit = ringedA;
    return sizeOfUnit(unit, metre, plainLengths, dialect);
}

std::optional<double> secondsIn(std::string_view unit, UnitDialect dialect) {
    return sizeOfUnit(unit, secondOfTime, plainTimes, dialect);
}

bool isNoUnit(std::string_view unit) {
    if (unit.size() > longestUnit) return false;
    const std::string small = withoutCase(inOneSpelling(unit));
    constexpr std::string_view none[] = {"", "pixel", "pixels", "px", "voxel", "voxels", "frame", "reference frame", "frames"};
    const bool isReciprocal = small.starts_with("1/") || small.ends_with("^-1") || small.ends_with("\u207B\u00B9");
    return isReciprocal || std::ranges::find(none, small) != std::end(none);
}

}  // namespace coarsen
