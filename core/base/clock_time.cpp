// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock_time.hpp"

#include "core/base/numbers.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>

namespace coarsen {

namespace {

constexpr double secondsOfDay = 86400;
constexpr double latestShown = 253402300800;  // the year 10000

/// Reads a text from its start on, taking what it is asked for or staying where it is.
class ClockReader {
public:
    explicit ClockReader(std::string_view text) : text_(text) {}

    bool isAtEnd() const { return text_.empty(); }
    char next() const { return text_.empty() ? '\0' : text_.front(); }
    bool take(std::string_view characters) {
        if (text_.empty() || characters.find(text_.front()) == std::string_view::npos) return false;
        text_.remove_prefix(1);
        return true;
    }
    bool takeWord(std::string_view word) {
        if (!text_.starts_with(word)) return false;
        text_.remove_prefix(word.size());
        return true;
    }
    void skipSpaces() {
        while (take(" \t") || takeWord("\u00A0") || takeWord("\u202F")) {
        }
    }
    /// The digits that are next, `fewest` to `most` of them; or nothing.
    std::optional<int> number(std::size_t fewest, std::size_t most) {
        std::size_t count = 0;
        while (count < text_.size() && isDigit(text_[count]))
            ++count;
        if (count < fewest || count > most) return std::nullopt;
        const auto value = parseInteger(text_.substr(0, count));
        text_.remove_prefix(count);
        return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
    }
    std::string_view digits() {
        std::size_t count = 0;
        while (count < text_.size() && isDigit(text_[count]))
            ++count;
        const std::string_view found = text_.substr(0, count);
        text_.remove_prefix(count);
        return found;
    }

private:
    std::string_view text_;
};

/// The day at midnight, in seconds; year first with any sign between, day first with points, or in the order that is known.
std::optional<double> dateFrom(ClockReader& text, DateOrder order) {
    ClockReader ahead = text;
    auto year = ahead.number(4, 4);
    std::optional<int> month, day;
    bool isMonthFirst = false;
    if (year) {
        const char sign = ahead.next();
        if (!ahead.take("-/.:")) return std::nullopt;
        month = ahead.number(1, 2);
        if (!ahead.take({&sign, 1})) return std::nullopt;
        day = ahead.number(1, 2);
    } else {
        day = ahead.number(1, 2);
        const char sign = ahead.next();
        if (!ahead.take(order == DateOrder::unknown ? "." : "./-")) return std::nullopt;
        month = ahead.number(1, 2);
        if (!ahead.take({&sign, 1})) return std::nullopt;
        year = ahead.number(4, 4);
        isMonthFirst = sign != '.' && order == DateOrder::monthFirst;
    }
    if (!year || !month || !day || *year < 1600) return std::nullopt;
    const int dayNumber = isMonthFirst ? *month : *day, monthNumber = isMonthFirst ? *day : *month;
    const std::chrono::year_month_day date(std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(monthNumber)),
                                           std::chrono::day(static_cast<unsigned>(dayNumber)));
    if (!date.ok()) return std::nullopt;
    text = ahead;
    return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) * secondsOfDay;
}

/// The hour that AM or PM behind it means, "p.m." likewise; as it is where neither is there.
std::optional<int> hourOfDay(ClockReader& text, int hour) {
    ClockReader ahead = text;
    ahead.skipSpaces();
    const bool isAfternoon = ahead.next() == 'P' || ahead.next() == 'p';
    if (!ahead.take("AaPp")) return hour;
    ahead.take(".");
    if (!ahead.take("Mm") || hour < 1 || hour > 12) return std::nullopt;
    ahead.take(".");
    text = ahead;
    return hour % 12 + (isAfternoon ? 12 : 0);
}

/// "14:05", "14:05:00.25", "2:05 PM"
std::optional<double> timeOfDayFrom(ClockReader& text) {
    auto hour = text.number(1, 2);
    if (!hour || !text.take(":")) return std::nullopt;
    const auto minute = text.number(2, 2);
    if (!minute) return std::nullopt;
    double seconds = 0;
    if (text.take(":")) {
        const auto whole = text.number(2, 2);
        if (!whole || *whole > 60) return std::nullopt;
        seconds = *whole;
        if (text.take(".,")) {
            const auto part = parseNumber("0." + std::string(text.digits()));
            if (!part) return std::nullopt;
            seconds += *part;
        }
    }
    hour = hourOfDay(text, *hour);
    if (!hour || *hour > 23 || *minute > 59) return std::nullopt;
    return *hour * 3600 + *minute * 60 + seconds;
}

/// "Z", "+01:00", "-0530", "+1"
std::optional<double> zoneFrom(ClockReader& text) {
    if (text.take("Zz")) return 0;
    const bool isBehind = text.next() == '-';
    if (!text.take("+-")) return std::nullopt;
    auto hours = text.number(1, 2);
    int minutes = 0;
    if (hours) {
        if (text.take(":")) minutes = text.number(2, 2).value_or(60);
    } else if (const auto both = text.number(4, 4)) {
        hours = *both / 100, minutes = *both % 100;
    }
    if (!hours || *hours > 14 || minutes > 59) return std::nullopt;
    return (isBehind ? -1 : 1) * (*hours * 3600 + minutes * 60);
}

}  // namespace

std::optional<ClockTime> clockTime(std::string_view words, DateOrder order) {
    ClockReader text(words);
    text.skipSpaces();
    const auto date = dateFrom(text, order);
    if (!date) return std::nullopt;
    ClockTime moment{*date, std::nullopt};
    const bool isJoined = text.take("Tt");
    text.skipSpaces();
    if (!text.isAtEnd() || isJoined) {
        const auto time = timeOfDayFrom(text);
        if (!time) return std::nullopt;
        moment.seconds += *time;
        text.skipSpaces();
        if (!text.isAtEnd()) {
            moment.zone = zoneFrom(text);
            if (!moment.zone) return std::nullopt;
        }
    }
    text.skipSpaces();
    return text.isAtEnd() ? std::optional(moment) : std::nullopt;
}

std::string clockText(double seconds) {
    if (!(std::abs(seconds) < latestShown)) return shortest(seconds) + " s";
    using namespace std::chrono;
    const double rounded = std::round(seconds * 1000) / 1000;
    const double day = std::floor(rounded / secondsOfDay);
    const year_month_day date{sys_days(days(static_cast<int>(day)))};
    const auto ofDay = static_cast<long long>(std::llround((rounded - day * secondsOfDay) * 1000));
    char text[48];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u %02lld:%02lld:%02lld", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), ofDay / 3600000, ofDay / 60000 % 60,
                  ofDay / 1000 % 60);
    std::string moment = text;
    if (ofDay % 1000 != 0) moment += fixed(static_cast<double>(ofDay % 1000) / 1000, 3).substr(1);
    return moment;
}

}  // namespace coarsen
