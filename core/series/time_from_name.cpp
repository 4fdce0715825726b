// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbers.hpp"
#include "core/series/frame_times.hpp"

#include <chrono>
#include <cmath>

namespace coarsen {

namespace {

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Walks along a name, taking what it is asked for or staying where it is.
class Cursor {
public:
    Cursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    bool isAtEnd() const { return at_ >= text_.size(); }
    char next() const { return isAtEnd() ? '\0' : text_[at_]; }
    char take() { return text_[at_++]; }

    /// A whole number of exactly `digits` digits, or -1.
    int number(int digits) {
        int value = 0;
        std::size_t i = at_;
        for (int k = 0; k < digits; ++k, ++i) {
            if (i >= text_.size() || !isDigit(text_[i])) return -1;
            value = 10 * value + (text_[i] - '0');
        }
        at_ = i;
        return value;
    }

    /// One of the characters, or '\0' when none of them is next.
    char oneOf(std::string_view characters) {
        if (isAtEnd() || characters.find(next()) == std::string_view::npos) return '\0';
        return take();
    }

    /// All digits that are next.
    std::string_view digits() {
        const std::size_t from = at_;
        while (!isAtEnd() && isDigit(next()))
            ++at_;
        return text_.substr(from, at_ - from);
    }

    /// All letters that are next.
    std::string_view letters() {
        const std::size_t from = at_;
        while (!isAtEnd() && isLetter(next()))
            ++at_;
        return text_.substr(from, at_ - from);
    }

private:
    std::string_view text_;
    std::size_t at_;
};

/// A fraction of a second after '.' or ',', or three digits of milliseconds that follow a compact time at once.
double fraction(Cursor& cursor, bool isCompact) {
    Cursor ahead = cursor;
    const bool hasPoint = ahead.oneOf(".,") != '\0';
    const std::string_view digits = ahead.digits();
    if (digits.empty() || (!hasPoint && !(isCompact && digits.size() == 3))) return 0;
    cursor = ahead;
    return parseNumber("0." + std::string(digits)).value_or(0);
}

/// Date and time of day that begin at `at`.
std::optional<NamedTime> clockAt(std::string_view stem, std::size_t at) {
    Cursor cursor(stem, at);
    const int year = cursor.number(4);
    const char dateSign = cursor.oneOf("-_.");
    const int month = cursor.number(2);
    if (dateSign && cursor.oneOf({&dateSign, 1}) == '\0') return std::nullopt;
    const int day = cursor.number(2);
    cursor.oneOf("Tt _-.");
    const int hour = cursor.number(2);
    const char timeSign = cursor.oneOf("-_.:h");
    const int minute = cursor.number(2);
    if (timeSign && cursor.oneOf("-_.:m") == '\0') return std::nullopt;
    const int second = cursor.number(2);
    if (year < 1900 || year > 2199 || month < 1 || day < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 ||
        second > 60)
        return std::nullopt;
    const double part = fraction(cursor, timeSign == '\0');
    if (isDigit(cursor.next())) return std::nullopt;

    using namespace std::chrono;
    const year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day)));
    if (!date.ok()) return std::nullopt;
    const auto days = sys_days(date).time_since_epoch().count();
    return NamedTime{static_cast<double>(days) * 86400 + hour * 3600 + minute * 60 + second + part, true};
}

/// Seconds in a unit of elapsed time, or nothing.
std::optional<double> secondsInName(std::string_view unit) {
    if (unit == "ms") return 1e-3;
    if (unit == "s" || unit == "sec") return 1;
    if (unit == "min") return 60;
    if (unit == "h" || unit == "hr") return 3600;
    if (unit == "d") return 86400;
    return std::nullopt;
}

/// A number with 't' before it or a unit after it, that begins at `at`. `isMarked`: it has the 't'.
std::optional<NamedTime> elapsedAt(std::string_view stem, std::size_t at, bool& isMarked) {
    Cursor cursor(stem, at);
    isMarked = cursor.oneOf("tT") != '\0';
    if (isMarked) cursor.oneOf("=");
    std::string number(cursor.digits());
    if (number.empty()) return std::nullopt;
    Cursor ahead = cursor;
    if (ahead.oneOf(".") != '\0') {
        if (const std::string_view decimals = ahead.digits(); !decimals.empty()) {
            number += "." + std::string(decimals);
            cursor = ahead;
        }
    }
    const std::string_view unit = cursor.letters();
    if (isDigit(cursor.next())) return std::nullopt;
    const auto factor = unit.empty() && isMarked ? std::optional<double>(1) : secondsInName(unit);
    const auto value = parseNumber(number);
    if (!factor || !value || !std::isfinite(*value * *factor)) return std::nullopt;
    return NamedTime{*value * *factor, false};
}

}  // namespace

std::optional<NamedTime> timeFromName(std::string_view stem) {
    for (std::size_t i = 0; i < stem.size(); ++i) {
        if (!isDigit(stem[i]) || (i > 0 && isDigit(stem[i - 1]))) continue;
        if (const auto clock = clockAt(stem, i)) return clock;
    }
    std::optional<NamedTime> found;
    for (std::size_t i = 0; i < stem.size(); ++i) {
        const bool isWordStart = i == 0 || std::string_view("_- ").find(stem[i - 1]) != std::string_view::npos;
        bool isMarked = false;
        if (!isWordStart) continue;
        if (const auto elapsed = elapsedAt(stem, i, isMarked)) {
            found = elapsed;
            if (isMarked) break;
        }
    }
    return found;
}

}  // namespace coarsen
