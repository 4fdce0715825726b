// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/time_in_name.hpp"

#include "core/base/refused_units.hpp"
#include "core/series/names/axes_in_name.hpp"
#include "core/series/names/clock_in_name.hpp"
#include "core/series/names/compound_time.hpp"
#include "core/series/names/plain_name.hpp"
#include "core/series/names/units_in_names.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace coarsen::names {

namespace {

using Mark = BeforeNumber::Mark;
using Reading = TimeInName::Reading;

bool isAmong(std::initializer_list<std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// Words whose number counts something: "pos_1_min" is position 1.
bool doesCount(std::string_view word) {
    return isAmong({"pos",   "position", "positions", "series", "xy",        "ch",     "channel", "z",    "slice",
                    "frame", "frames",   "image",     "img",    "run",       "sample", "field",   "well", "scene",
                    "site",  "tile",     "stack",     "tp",     "timepoint", "region", "roi",     "no",   "nr"},
                   word);
}

/// Words whose time is another than that of the picture.
bool isOtherTime(std::string_view word) {
    return isAmong({"exposure", "exposures", "exptime", "shutter", "dwell", "integration", "dt", "interval", "every"}, word);
}

/// True where the number's words say that it is another time than that of the picture: exposure_20ms, exposure time 20ms.
bool isOfOther(const BeforeNumber& before) {
    const bool isNamed = isOtherTime(before.before) || isAmong({"exp", "frame", "acquisition"}, before.before);
    return isOtherTime(before.word) || (before.word == "time" && isNamed);
}

/// The duration that "01-30-00" spells behind a mark: hours, minutes, seconds.
std::optional<TimeInName> durationFrom(std::string_view text, std::size_t place) {
    std::size_t end = place;
    while (isDigit(at(text, end)))
        ++end;
    if (end - place > 3) return std::nullopt;
    double seconds = 3600 * parseNumber(text.substr(place, end - place)).value_or(0);
    const char sign = at(text, end);
    if (!isOneOf(sign, "-:.")) return std::nullopt;
    for (const double unit : {60.0, 1.0}) {
        if (at(text, end) != sign || !isDigit(at(text, end + 1)) || !isDigit(at(text, end + 2))) return std::nullopt;
        const int value = 10 * (text[end + 1] - '0') + (text[end + 2] - '0');
        if (value > 59) return std::nullopt;
        seconds += value * unit;
        end += 3;
    }
    if (sign != '.' && isOneOf(at(text, end), ".,") && isDigit(at(text, end + 1))) {
        const std::size_t stop = endOfDigits(text, end);
        const auto part = parseNumber("0." + std::string(text.substr(end + 1, stop - end - 1)));
        if (!part) return std::nullopt;
        seconds += *part;
        end = stop;
    }
    if (isLetterOrDigit(at(text, end)) || (at(text, end) == sign && isDigit(at(text, end + 1)))) return std::nullopt;
    TimeInName time;
    time.value = seconds;
    time.to = end;
    return time;
}

/// True where a marked number ends without a unit: t001, t01xy02, t01_S.
bool isBare(std::string_view text, const TimePart& part, const BeforeNumber& before) {
    if (part.word.empty()) return at(text, part.to) != ':' || !isDigit(at(text, part.to + 1));  // 1:30 is another thing
    if (part.unit) return isDigit(at(text, part.to)) && compoundFrom(text, part).empty() && beginsAxis(text, part.number.to);
    const bool isLetterAlone = part.word.size() == 1 && part.isApart && !before.hasEquals;
    return isLetterAlone || beginsAxis(text, part.number.to);
}

/// A unit stands apart from its number only where nothing speaks against it; a single letter needs the mark.
enum class Apart { fits, isLetterAlone, no };
Apart mayStandApart(const std::vector<TimePart>& parts, const BeforeNumber& before) {
    if (!parts.front().isApart || before.mark == Mark::time) return Apart::fits;
    if (before.mark != Mark::none || doesCount(before.word)) return Apart::no;
    return parts.front().word.size() > 1 || parts.size() > 1 ? Apart::fits : Apart::isLetterAlone;
}

/// Time that a number was taken for, and the place behind what has been read.
struct Outcome {
    std::optional<TimeInName> time;
    std::size_t to = 0;
};

/// A number with a unit, or with one that is refused.
Outcome withUnit(std::string_view text, const TimePart& part, const BeforeNumber& before, TimeInName time) {
    const auto parts = part.unit ? compoundFrom(text, part) : std::vector<TimePart>();
    time.to = parts.empty() ? part.to : parts.back().to;
    time.unit = part.word;
    const bool isWhole = !isDigit(at(text, time.to));
    const Apart apart = mayStandApart(parts.empty() ? std::vector{part} : parts, before);
    if (parts.empty()) {
        time.reading = Reading::refused;
        const bool isRefused = isWhole && refusedUnit(part.word) && apart == Apart::fits;
        return {isRefused ? std::optional(time) : std::nullopt, time.to};
    }
    if (apart == Apart::no) return {std::nullopt, time.to};
    time.reading = apart == Apart::fits ? Reading::elapsed : Reading::apart;
    if (apart == Apart::fits) time.value = secondsOf(parts);
    return {time, time.to};
}

/// "3" of "day3", and 5h of "day3_5h".
Outcome withUnitBefore(std::string_view text, TimePart part, const BeforeNumber& before, TimeInName time) {
    if (!part.word.empty() && !part.isApart) return {std::nullopt, part.to};
    part.to = part.number.to;
    part.word = {};
    part.isApart = part.isLetterM = false;
    part.unit = secondsOfUnitBefore(before.word);
    const auto parts = compoundFrom(text, part);
    if (parts.empty()) return {std::nullopt, part.to};
    time.value = secondsOf(parts);
    time.to = parts.back().to;
    return {time, time.to};
}

Outcome read(std::string_view text, std::size_t place, const BeforeNumber& before) {
    TimeInName time;
    time.isMarked = before.mark == Mark::time;
    time.word = before.word;
    time.from = before.from;
    if (const auto duration = time.isMarked ? durationFrom(text, place) : std::nullopt) {
        time.value = duration->value;
        time.to = duration->to;
        return {time, time.to};
    }
    const auto part = timePart(text, place, true);
    if (!part) return {};
    time.value = part->number.value;
    time.to = part->number.to;
    time.reading = Reading::bare;
    if (before.mark == Mark::unit) {
        time.reading = Reading::elapsed;
        return withUnitBefore(text, *part, before, time);
    }
    const bool isZero = before.mark == Mark::temperature && part->word.empty() && part->number.value == 0;
    if (isZero || (time.isMarked && isBare(text, *part, before))) return {time, time.to};
    if (time.isMarked && before.hasEquals && !part->word.empty() && !part->unit && !isDigit(at(text, part->to))) {
        time.reading = Reading::refused;
        time.unit = part->word;
        return {time, part->to};
    }
    return withUnit(text, *part, before, time);
}

/// Reads the number whose first digit is there into `found`; returns the place after what it has read.
std::size_t readNumber(std::string_view text, std::size_t place, std::vector<TimeInName>& found) {
    const BeforeNumber before = whatIsBefore(text, place);
    const std::size_t end = endOfDigits(text, place);
    if (!before.mayBegin || isOfOther(before)) return end;
    Outcome outcome = read(text, before.number, before);
    if (auto& time = outcome.time) {
        if (before.isUnsure) time->reading = Reading::unsure;
        if (before.isNegative && time->value != 0) time->value *= -1;
        if (std::isfinite(time->value)) found.push_back(*time);
    }
    return std::max(outcome.to, end);
}

}  // namespace

std::vector<TimeInName> timesIn(std::string_view text) {
    std::vector<TimeInName> found;
    const auto clocks = clocksIn(text);
    for (std::size_t i = 0; i < text.size();) {
        const auto clock =
            std::ranges::find_if(clocks, [&](const ClockInName& each) { return each.from == i && !each.isUnsure; });
        const bool beginsNumber = isDigit(text[i]) && (i == 0 || !isDigit(text[i - 1]));
        if (clock != clocks.end()) {
            i = clock->to;
        } else if (const auto date = beginsNumber ? endOfDate(text, i) : std::nullopt) {
            i = *date;
        } else {
            i = beginsNumber ? readNumber(text, i, found) : i + 1;
        }
    }
    return found;
}

}  // namespace coarsen::names
