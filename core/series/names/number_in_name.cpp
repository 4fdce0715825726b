// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/number_in_name.hpp"

#include "core/series/names/plain_name.hpp"
#include "core/series/names/units_in_names.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::names {

namespace {

constexpr std::string_view separators = "_ -.,;:=@()[]{}";

std::size_t endOfRun(std::string_view text, std::size_t from) {
    while (isDigit(at(text, from)))
        ++from;
    return from;
}

bool isPoint(std::string_view text, std::size_t place) {
    return isOneOf(at(text, place), ".,") && isDigit(at(text, place + 1));
}

bool isMinus(char c) {
    return c == '-' || c == trueMinus;
}

BeforeNumber::Mark markOf(std::string_view word) {
    using Mark = BeforeNumber::Mark;
    const std::string small = inSmallLetters(word);
    if (word == "t" || small == "time" || small == "tp" || small == "timepoint") return Mark::time;
    if (word == "T") return Mark::temperature;
    return secondsOfUnitBefore(word) ? Mark::unit : Mark::none;
}

/// The word that ends before `end`, behind separators.
std::string_view wordBefore(std::string_view text, std::size_t end) {
    while (end > 0 && isOneOf(text[end - 1], separators))
        --end;
    return lettersBefore(text, end);
}

}  // namespace

std::optional<WrittenNumber> numberFrom(std::string_view text, std::size_t at) {
    std::size_t end = endOfRun(text, at);
    std::string digits = "0" + std::string(text.substr(at, end - at));
    WrittenNumber number;
    if (isPoint(text, end)) {
        const std::size_t decimals = end + 1;
        end = endOfRun(text, decimals);
        digits += "." + std::string(text.substr(decimals, end - decimals));
        number.isWhole = false;
        if (isPoint(text, end)) return std::nullopt;
    }
    if (isOneOf(names::at(text, end), "eE")) {
        const std::size_t sign = end + 1;
        const std::size_t power = isMinus(names::at(text, sign)) || names::at(text, sign) == '+' ? sign + 1 : sign;
        if (const std::size_t stop = endOfRun(text, power); stop > power) {
            digits += (isMinus(text[sign]) ? "e-" : "e") + std::string(text.substr(power, stop - power));
            end = stop;
            number.isWhole = false;
        }
    }
    const auto value = parseNumber(digits);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    number.value = *value;
    number.to = end;
    return number;
}

std::size_t endOfDigits(std::string_view text, std::size_t at) {
    while (isDigit(names::at(text, at)) || (isPoint(text, at)))
        ++at;
    return at;
}

BeforeNumber whatIsBefore(std::string_view text, std::size_t firstDigit) {
    using Mark = BeforeNumber::Mark;
    BeforeNumber found;
    std::size_t start = firstDigit;
    const auto previous = [&](std::size_t steps) { return steps <= start ? at(text, start - steps) : '\0'; };
    if (isOneOf(previous(1), ".,") && !isLetterOrDigit(previous(2)) && !isOneOf(previous(2), ")]}")) --start;
    found.number = start;
    const auto skipNearly = [&] {
        while (isOneOf(previous(1), "~+"))
            --start;
    };
    skipNearly();
    bool isHyphen = false;
    if (isMinus(previous(1))) {
        const bool isTrue = previous(1) == trueMinus;
        --start;
        const std::size_t minus = start;
        skipNearly();
        const bool isSign = start == 0 || isOneOf(previous(1), "_ =([{") || (isTrue && !isDigit(previous(1)));
        isHyphen = !isSign;
        found.isNegative = isSign;
        if (isHyphen) start = minus + 1;
    }
    found.from = start;

    // A mark may stand before it: t10s, t_-30s, t = 10 min.
    std::size_t end = isHyphen ? start - 1 : start;
    while (end > 0 && isOneOf(text[end - 1], "_ =:") && start - end < 4) {
        found.hasEquals |= text[end - 1] == '=';
        --end;
    }
    const std::string_view word = lettersBefore(text, end);
    found.mark = markOf(word);
    if (found.mark == Mark::unit && found.hasEquals) found.mark = Mark::none;
    if (found.mark != Mark::none) {
        found.isUnsure = isHyphen;
        found.from = end - word.size();
        found.before = inSmallLetters(wordBefore(text, found.from));
        found.word = inSmallLetters(word);
    } else {
        found.word = inSmallLetters(wordBefore(text, start));
    }
    const bool isAmidNumber = isOneOf(previous(1), ".,") && isDigit(previous(2));
    const bool isAmidWord = start > 0 && !isHyphen && !found.isNegative && !isOneOf(previous(1), separators);
    found.mayBegin = !isAmidNumber && (!isAmidWord || (found.mark != Mark::none && isLetter(previous(1))));
    return found;
}

}  // namespace coarsen::names
