// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/clock_in_name.hpp"

#include "core/series/names/plain_name.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

namespace coarsen::names {

namespace {

/// Walks along a name, taking what it is asked for or staying where it is.
class Walk {
public:
    Walk(std::string_view text, std::size_t place) : text_(text), place_(place) {}

    std::size_t place() const { return place_; }
    char next() const { return at(text_, place_); }
    /// The digits that are next, `fewest` to `most` of them; more of them only where it need not end there.
    std::optional<int> number(std::size_t fewest, std::size_t most, bool endsThere = true) {
        std::size_t count = 0;
        while (count < most && isDigit(at(text_, place_ + count)))
            ++count;
        if (count < fewest || (endsThere && isDigit(at(text_, place_ + count)))) return std::nullopt;
        int value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value = 10 * value + (text_[place_ + i] - '0');
        place_ += count;
        return value;
    }
    /// One of the characters, or '\0' where none of them is next.
    char oneOf(std::string_view characters) { return isOneOf(next(), characters) ? text_[place_++] : '\0'; }
    /// A word in any case.
    bool word(std::string_view small) {
        if (inSmallLetters(text_.substr(std::min(place_, text_.size()), small.size())) != small) return false;
        place_ += small.size();
        return true;
    }

private:
    std::string_view text_;
    std::size_t place_;
};

/// Seconds since 1970 of that day's midnight, where it is a day.
std::optional<double> midnightOf(int year, int month, int day) {
    using namespace std::chrono;
    if (year < 1900 || year > 2199 || month < 1 || day < 1) return std::nullopt;
    const year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day)));
    if (!date.ok()) return std::nullopt;
    return static_cast<double>(sys_days(date).time_since_epoch().count()) * 86400;
}

struct DateInName {
    std::optional<double> dayFirst, monthFirst;
};

std::optional<DateInName> clearDate(int year, int month, int day) {
    const auto midnight = midnightOf(year, month, day);
    return midnight ? std::optional(DateInName{midnight, midnight}) : std::nullopt;
}

/// "Jan", "january"
std::optional<int> monthNamed(Walk& walk) {
    static constexpr std::array<std::string_view, 12> months{
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"};
    for (std::size_t i = 0; i < months.size(); ++i)
        for (const std::string_view name : {months[i], months[i].substr(0, 3)}) {
            Walk ahead = walk;
            if (!ahead.word(name) || isLetter(ahead.next())) continue;
            walk = ahead;
            return static_cast<int>(i) + 1;
        }
    return std::nullopt;
}

/// 2026-03-01, 20260301, 2026.3.1, 2020y03m01d, 2026-Mar-01
std::optional<DateInName> yearFirst(Walk& walk) {
    const auto year = walk.number(4, 4, false);
    if (!year) return std::nullopt;
    if (isDigit(walk.next())) {
        const auto month = walk.number(2, 2, false), dayOfMonth = walk.number(2, 2, false);
        return month && dayOfMonth ? clearDate(*year, *month, *dayOfMonth) : std::nullopt;
    }
    const char sign = walk.oneOf("-_./ y");
    if (!sign) return std::nullopt;
    auto month = sign == 'y' ? std::nullopt : monthNamed(walk);
    if (!month && sign == ' ') return std::nullopt;
    if (!month) month = walk.number(1, 2);
    if (!month || !walk.oneOf(sign == 'y' ? "m" : std::string_view(&sign, 1))) return std::nullopt;
    const auto dayOfMonth = walk.number(1, 2);
    if (!dayOfMonth || (sign == 'y' && !walk.oneOf("d"))) return std::nullopt;
    return clearDate(*year, *month, *dayOfMonth);
}

/// 25-01-2026, 25.01.2026 (points: the day first), 15-Jan-2026, 15Jan2026
std::optional<DateInName> yearLast(Walk& walk) {
    const auto first = walk.number(1, 2);
    if (!first) return std::nullopt;
    const char sign = walk.oneOf("-_./ ");
    if (const auto month = monthNamed(walk)) {
        if (sign && !walk.oneOf({&sign, 1})) return std::nullopt;
        const auto year = walk.number(4, 4, sign != '\0');
        return year ? clearDate(*year, *month, *first) : std::nullopt;
    }
    if (!sign || sign == ' ') return std::nullopt;
    const auto second = walk.number(1, 2);
    if (!second || !walk.oneOf({&sign, 1})) return std::nullopt;
    const auto year = walk.number(4, 4);
    if (!year) return std::nullopt;
    if (sign == '.') return clearDate(*year, *second, *first);
    const DateInName date{midnightOf(*year, *second, *first), midnightOf(*year, *first, *second)};
    return date.dayFirst || date.monthFirst ? std::optional(date) : std::nullopt;
}

std::optional<DateInName> dateFrom(Walk& walk) {
    for (const auto read : {yearFirst, yearLast}) {
        Walk ahead = walk;
        if (const auto date = read(ahead)) {
            walk = ahead;
            return date;
        }
    }
    return std::nullopt;
}

/// Skips what may stand between a date and its time of day: 'T', " at ", up to three signs, nothing.
void skipBetween(Walk& walk) {
    Walk ahead = walk;
    if (ahead.oneOf("Tt")) {
        if (isDigit(ahead.next())) walk = ahead;
        return;
    }
    for (int i = 0; i < 3 && walk.oneOf(" _-.,"); ++i) {
    }
    ahead = walk;
    if (ahead.word("at") && ahead.oneOf(" _-")) walk = ahead;
}

/// A fraction of a second behind a point or comma, or three digits of milliseconds at once behind a time without signs.
double fractionOf(Walk& walk, bool isCompact) {
    Walk ahead = walk;
    const bool hasPoint = ahead.oneOf(".,") != '\0';
    std::string digits;
    while (const char digit = ahead.oneOf("0123456789"))
        digits += digit;
    if (digits.empty() || (!hasPoint && !(isCompact && digits.size() == 3))) return 0;
    walk = ahead;
    return parseNumber("0." + digits).value_or(0);
}

/// Hours of 24 where AM or PM follows; nothing where these do not fit.
std::optional<int> hourBy(Walk& walk, int hour, bool& hasHalf) {
    Walk ahead = walk;
    ahead.oneOf(" _");
    const bool isAfternoon = ahead.word("pm");
    hasHalf = isAfternoon || ahead.word("am");
    if (!hasHalf || isLetterOrDigit(ahead.next())) {
        hasHalf = false;
        return hour;
    }
    walk = ahead;
    if (hour < 1 || hour > 12) return std::nullopt;
    return hour % 12 + (isAfternoon ? 12 : 0);
}

/// Seconds behind minutes: "-00.25" behind the same sign, "04" where there is none, "15s" or "_15s" behind hours with an h.
std::optional<double> secondFrom(Walk& walk, char sign) {
    Walk ahead = walk;
    const bool isApart = sign == 'h' ? ahead.oneOf("-_ ") != '\0' : sign != '\0';
    if (isApart && sign != 'h' && !ahead.oneOf({&sign, 1})) return std::nullopt;
    const auto whole = ahead.number(2, 2, sign != '\0');
    if (!whole || *whole > 60) return std::nullopt;
    const double seconds = *whole + fractionOf(ahead, sign == '\0');
    if (sign == 'h' && !ahead.oneOf("s") && isApart) return std::nullopt;
    walk = ahead;
    return seconds;
}

/// The h of 1430h.
bool isHourSign(Walk& walk) {
    Walk ahead = walk;
    const bool isThere = ahead.oneOf("h") && !isLetterOrDigit(ahead.next());
    if (isThere) walk = ahead;
    return isThere;
}

struct TimeOfDay {
    double seconds = 0;
    bool isUnsure = false;
};

/// 14-00-00.25, 123404, 14h30m, 14:30, 10.02.00PM; 1234 and 12-34 are unsure
std::optional<TimeOfDay> timeOfDayFrom(Walk& walk) {
    auto hour = walk.number(1, 2, false);
    if (!hour) return std::nullopt;
    const char sign = walk.oneOf("-_.:h");
    if (!sign && !isDigit(walk.next())) return std::nullopt;
    const auto minute = walk.number(2, 2, false);
    if (!minute || *minute > 59) return std::nullopt;
    TimeOfDay time{0, sign != 'h' && sign != ':'};
    if (sign == 'h' && !walk.word("min")) walk.oneOf("m");
    const auto second = secondFrom(walk, sign);
    if (second || (!sign && isHourSign(walk))) time.isUnsure = false;
    bool hasHalf = false;
    hour = hourBy(walk, *hour, hasHalf);
    if (!hour || *hour > 23 || isDigit(walk.next())) return std::nullopt;
    time.isUnsure &= !hasHalf;
    time.seconds = *hour * 3600 + *minute * 60 + second.value_or(0);
    return time;
}

}  // namespace

std::vector<ClockInName> clocksIn(std::string_view text) {
    std::vector<ClockInName> clocks;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!isDigit(text[i]) || (i > 0 && isDigit(text[i - 1]))) continue;
        Walk walk(text, i);
        const auto date = dateFrom(walk);
        if (!date) continue;
        skipBetween(walk);
        const auto time = timeOfDayFrom(walk);
        if (!time) continue;
        ClockInName clock{date->dayFirst, date->monthFirst, time->seconds, time->isUnsure, i, walk.place()};
        for (auto* seconds : {&clock.dayFirst, &clock.monthFirst})
            if (*seconds) **seconds += time->seconds;
        clocks.push_back(clock);
        i = walk.place() - 1;
    }
    return clocks;
}

std::optional<std::size_t> endOfDate(std::string_view text, std::size_t at) {
    Walk walk(text, at);
    const bool isDate = dateFrom(walk) && (!isLetterOrDigit(walk.next()) || isOneOf(walk.next(), "Tt"));
    return isDate ? std::optional(walk.place()) : std::nullopt;
}

}  // namespace coarsen::names
