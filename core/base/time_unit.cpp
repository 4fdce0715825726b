// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_unit.hpp"

#include "core/base/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace coarsen {

namespace {

struct Words {
    TimeUnit unit;
    double seconds;
    std::string_view name;
    std::initializer_list<std::string_view> also;
};

constexpr double minute = 60, hour = 3600, day = 86400;

const Words& wordsOf(TimeUnit unit) {
    static const Words all[] = {{TimeUnit::automatic, 1, "automatic", {}},
                                {TimeUnit::second, 1, "s", {"sec", "secs", "second", "seconds"}},
                                {TimeUnit::minute, minute, "min", {"mins", "minute", "minutes"}},
                                {TimeUnit::hour, hour, "h", {"hr", "hrs", "hour", "hours"}},
                                {TimeUnit::day, day, "d", {"day", "days"}},
                                {TimeUnit::clock, 1, "clock", {}}};
    return all[static_cast<int>(unit)];
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
    return wordsOf(unit).name;
}

double secondsIn(TimeUnit unit) {
    return wordsOf(unit).seconds;
}

std::optional<TimeUnit> timeUnitNamed(std::string_view word) {
    std::string small(word);
    std::ranges::transform(small, small.begin(),
                           [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter + ('a' - 'A')) : letter; });
    for (const TimeUnit unit : {TimeUnit::second, TimeUnit::minute, TimeUnit::hour, TimeUnit::day})
        if (const Words& words = wordsOf(unit); small == words.name || std::ranges::find(words.also, small) != words.also.end())
            return unit;
    return std::nullopt;
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
    const auto unit = word.empty() ? TimeUnit::automatic : timeUnitNamed(word);
    if (!number || !unit) return std::nullopt;
    const double seconds = *number * secondsIn(word.empty() ? bare : *unit);
    if (!std::isfinite(seconds)) return std::nullopt;
    return TypedTime{seconds, *unit};
}

}  // namespace coarsen
