// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_unit.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace coarsen {

namespace {

struct ShownUnit {
    TimeUnit unit;
    double seconds;
    std::string_view name;
};

/// In the order of TimeUnit.
constexpr ShownUnit shownUnits[] = {{TimeUnit::automatic, 1, "automatic"}, {TimeUnit::second, 1, "s"},
                                    {TimeUnit::minute, 60, "min"},         {TimeUnit::hour, 3600, "h"},
                                    {TimeUnit::day, 86400, "d"},           {TimeUnit::clock, 1, "clock"}};

const ShownUnit& shown(TimeUnit unit) {
    return shownUnits[static_cast<int>(unit)];
}

/// Seconds in the unit that somebody types, in any case.
std::optional<double> typedUnit(std::string_view word) {
    std::string small(word);
    std::ranges::transform(small, small.begin(),
                           [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter + ('a' - 'A')) : letter; });
    return secondsIn(small);
}

/// The longest unit to show times in that is not longer than these seconds.
TimeUnit shownFor(double seconds) {
    for (const TimeUnit unit : {TimeUnit::day, TimeUnit::hour, TimeUnit::minute})
        if (shown(unit).seconds <= seconds) return unit;
    return TimeUnit::second;
}

bool isSpace(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

void replaceAll(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

}  // namespace

std::string_view nameOf(TimeUnit unit) {
    return shown(unit).name;
}

double secondsIn(TimeUnit unit) {
    return shown(unit).seconds;
}

std::optional<TimeUnit> timeUnitNamed(std::string_view word) {
    const auto seconds = typedUnit(word);
    if (!seconds || shown(shownFor(*seconds)).seconds != *seconds) return std::nullopt;
    return shownFor(*seconds);
}

std::optional<TypedTime> typedTime(std::string_view text, TimeUnit bare) {
    std::string plain(text);
    replaceAll(plain, "\xE2\x88\x92", "-");  // the true minus, and the spaces that numbers are shown with
    replaceAll(plain, "\xE2\x80\x89", " ");
    replaceAll(plain, "\xC2\xA0", " ");
    if (std::ranges::count(plain, ',') == 1 && plain.find('.') == std::string::npos) replaceAll(plain, ",", ".");
    const std::string_view whole = trimmed(plain);
    const std::size_t end = whole.find_last_of("0123456789.");
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view word = trimmed(whole.substr(end + 1));
    const auto number = parseNumber(trimmed(whole.substr(0, end + 1)));
    const auto unit = word.empty() ? std::optional(secondsIn(bare)) : typedUnit(word);
    if (!number || !unit || !std::isfinite(*number * *unit)) return std::nullopt;
    return TypedTime{*number * *unit, word.empty() ? TimeUnit::automatic : shownFor(*unit)};
}

}  // namespace coarsen
