// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/table_values.hpp"

#include "core/base/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

bool areDigits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

/// The numbers of a duration, the first one without its sign; empty where the text is none. All but the first are below 60, and
/// those have two digits.
std::vector<double> durationNumbers(std::string_view text) {
    std::vector<double> numbers;
    while (true) {
        const std::size_t colon = text.find(':');
        const bool isLast = colon == std::string_view::npos;
        std::string part(text.substr(0, colon));
        if (isLast) std::ranges::replace(part, ',', '.');
        const std::string_view whole = std::string_view(part).substr(0, isLast ? part.find('.') : part.size());
        const bool isFirst = numbers.empty();
        const auto number = parseNumber(part);
        if (!areDigits(whole) || !number || (!isFirst && (whole.size() != 2 || *number >= 60))) return {};
        numbers.push_back(*number);
        if (isLast) return numbers;
        text.remove_prefix(colon + 1);
    }
}

std::string_view withoutSign(std::string_view text) {
    for (const std::string_view sign : {"-", "\u2212", "+"})
        if (text.starts_with(sign)) return text.substr(sign.size());
    return text;
}

/// "1,234" or "12,345"; a number below 1 has no thousands.
bool mayGroupThousands(std::string_view text) {
    const std::string_view number = withoutSign(text);
    const std::size_t comma = number.find(',');
    return comma != std::string_view::npos && comma >= 1 && comma <= 3 && number.front() != '0' &&
           areDigits(number.substr(0, comma)) && number.size() == comma + 4 && areDigits(number.substr(comma + 1));
}

}  // namespace

int partsOfDuration(std::string_view text) {
    const auto parts = std::ssize(durationNumbers(withoutSign(text)));
    return parts == 2 || parts == 3 ? static_cast<int>(parts) : 0;
}

std::optional<double> secondsOfDuration(std::string_view text, ColumnUnit form) {
    const std::vector<double> numbers = durationNumbers(withoutSign(text));
    const bool areThree = numbers.size() == 3;
    if (!areThree && (numbers.size() != 2 || form == ColumnUnit::hoursMinutesSeconds)) return std::nullopt;
    double seconds = 0;
    for (const double number : numbers)
        seconds = 60 * seconds + number;
    if (!areThree && form == ColumnUnit::hoursMinutes) seconds *= 60;
    const bool isBefore = text.starts_with('-') || text.starts_with("\u2212");
    return std::isfinite(seconds) ? std::optional(isBefore ? -seconds : seconds) : std::nullopt;
}

bool isSomeDate(const std::string& text) {
    return clockTime(text, DateOrder::dayFirst) || clockTime(text, DateOrder::monthFirst);
}

DateOrder orderOfDates(const std::vector<std::string>& texts) {
    bool canBeDayFirst = true, canBeMonthFirst = true, doDiffer = false;
    for (const std::string& text : texts) {
        if (clockTime(text) || !isSomeDate(text)) continue;
        const auto dayFirst = clockTime(text, DateOrder::dayFirst), monthFirst = clockTime(text, DateOrder::monthFirst);
        canBeDayFirst = canBeDayFirst && dayFirst;
        canBeMonthFirst = canBeMonthFirst && monthFirst;
        doDiffer = doDiffer || dayFirst != monthFirst;
    }
    if (canBeDayFirst && canBeMonthFirst) return doDiffer ? DateOrder::unknown : DateOrder::dayFirst;
    return canBeDayFirst ? DateOrder::dayFirst : canBeMonthFirst ? DateOrder::monthFirst : DateOrder::unknown;
}

std::optional<std::size_t> firstDoubtfulComma(const std::vector<std::string>& texts) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].find(',') == std::string::npos) continue;
        if (!mayGroupThousands(texts[i])) return std::nullopt;
        if (!first) first = i;
    }
    return first;
}

}  // namespace coarsen
