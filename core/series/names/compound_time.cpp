// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/compound_time.hpp"

#include "core/base/refused_units.hpp"
#include "core/base/units.hpp"
#include "core/series/names/plain_name.hpp"
#include "core/series/names/units_in_names.hpp"

namespace coarsen::names {

namespace {

const double minuteS = *secondsIn("min"), hourS = *secondsIn("h");

/// 40 of "1h40": two digits of the next smaller unit.
std::optional<TimePart> bareTail(std::string_view text, std::size_t place, const TimePart& before) {
    const bool hasTail = before.unit == hourS || (before.unit == minuteS && !before.isLetterM);
    const std::size_t end = place + 2;
    if (!hasTail || !isDigit(at(text, place + 1)) || isLetterOrDigit(at(text, end))) return std::nullopt;
    if (isOneOf(at(text, end), ".,") && isDigit(at(text, end + 1))) return std::nullopt;
    const double value = 10 * (text[place] - '0') + (text[place + 1] - '0');
    if (value >= 60) return std::nullopt;
    TimePart part;
    part.number = {value, true, end};
    part.unit = nextSmallerUnit(*before.unit);
    part.to = end;
    return part;
}

/// 40min of "1h_40min": of the next smaller unit, and less than one of the unit before.
std::optional<TimePart> neighbour(std::string_view text, std::size_t place, const TimePart& before) {
    const auto part = timePart(text, place, before.isApart);
    if (!part || part->unit != nextSmallerUnit(*before.unit) || part->number.value * *part->unit >= *before.unit)
        return std::nullopt;
    return part;
}

/// True where each m stands behind hours or before seconds.
bool isEachMClear(const std::vector<TimePart>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].isLetterM && !(i > 0 && parts[i - 1].unit == hourS) && !(i + 1 < parts.size() && parts[i + 1].unit == 1.0))
            return false;
    return true;
}

}  // namespace

std::optional<TimePart> timePart(std::string_view text, std::size_t at, bool mayBeApart) {
    const auto number = numberFrom(text, at);
    if (!number) return std::nullopt;
    TimePart part;
    part.number = *number;
    part.to = number->to;
    part.word = lettersFrom(text, part.to);
    if (part.word.empty() && mayBeApart && isOneOf(names::at(text, part.to), " _-")) {
        const std::string_view apart = lettersFrom(text, part.to + 1);
        const bool isWhole = !isDigit(names::at(text, part.to + 1 + apart.size()));
        part.isApart = isWhole && (apart == "m" || secondsIn(apart) || refusedUnit(apart));
        if (part.isApart) {
            part.word = apart;
            ++part.to;
        }
    }
    part.to += part.word.size();
    part.isLetterM = part.word == "m";
    part.unit = part.isLetterM ? minuteS : secondsIn(part.word);
    return part;
}

std::vector<TimePart> compoundFrom(std::string_view text, const TimePart& first) {
    std::vector<TimePart> parts{first};
    while (true) {
        const TimePart& last = parts.back();
        const bool isJoined = isDigit(at(text, last.to));
        const bool mayGoOn = isJoined || (isOneOf(at(text, last.to), " _-") && isDigit(at(text, last.to + 1)));
        if (!mayGoOn) break;
        std::optional<TimePart> next;
        if (last.number.isWhole && isJoined) {
            next = bareTail(text, last.to, last);
            if (!next) next = timePart(text, last.to, false);
            if (next && !(next->unit && *next->unit < *last.unit)) next.reset();
        } else if (last.number.isWhole) {
            next = neighbour(text, last.to + 1, last);
        }
        if (!next && isJoined) return {};
        if (!next) break;
        parts.push_back(*next);
        if (next->word.empty()) break;
    }
    return isEachMClear(parts) ? parts : std::vector<TimePart>();
}

double secondsOf(const std::vector<TimePart>& parts) {
    double seconds = 0;
    for (const TimePart& part : parts)
        seconds += part.number.value * *part.unit;
    return seconds;
}

}  // namespace coarsen::names
