// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/natural_order.hpp"

#include "core/base/numbers.hpp"

#include <compare>
#include <optional>

namespace coarsen {

namespace {

constexpr std::string_view trueMinus = "\xE2\x88\x92";  // U+2212

/// Order of single characters: folders before the names in them, case aside.
int weight(char c) {
    if (c == '/') return 0;
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : static_cast<unsigned char>(c);
}

bool isAnyOf(char c, std::string_view characters) {
    return characters.find(c) != std::string_view::npos;
}

bool isLatinLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t endOfRun(std::string_view text, std::size_t from) {
    while (from < text.size() && isDigit(text[from]))
        ++from;
    return from;
}

bool isDigitAt(std::string_view text, std::size_t place) {
    return place < text.size() && isDigit(text[place]);
}

/// True where a point or comma is there with a digit behind.
bool isPointAt(std::string_view text, std::size_t place) {
    return place < text.size() && isAnyOf(text[place], ".,") && isDigitAt(text, place + 1);
}

/// True where t or time ends there, as a word.
bool isBehindMark(std::string_view text, std::size_t end) {
    std::size_t from = end;
    while (from > 0 && isLatinLetter(text[from - 1]))
        --from;
    const std::string_view word = text.substr(from, end - from);
    return word == "t" || word == "T" || word == "time" || word == "Time";
}

/// True where the year and the month of a date end there: a point behind its day separates.
bool isBehindMonth(std::string_view text, std::size_t end) {
    constexpr std::string_view date = "0000-00-";
    if (end < date.size() || !isAnyOf(text[end - 1], "-_.") || text[end - 4] != text[end - 1]) return false;
    for (std::size_t i = 0; i < date.size(); ++i)
        if (isDigit(date[i]) && !isDigit(text[end - date.size() + i])) return false;
    return true;
}

/// How long the minus is that is a sign there; 0: none is. What stands amid a name is a hyphen.
std::size_t signAt(std::string_view text, std::size_t place) {
    const bool isTrue = text.substr(place).starts_with(trueMinus);
    const std::size_t length = isTrue ? trueMinus.size() : 1;
    if ((!isTrue && text[place] != '-') || !isDigitAt(text, place + length)) return 0;
    const bool isSign = place == 0 || isAnyOf(text[place - 1], "_ =([{/") || (isTrue && !isDigit(text[place - 1]));
    return isSign ? length : 0;
}

/// A number as it is written, of any length.
struct WrittenDigits {
    bool isNegative = false;
    std::string_view whole, decimals;  ///< without zeros before and behind

    std::strong_ordering operator<=>(const WrittenDigits& other) const {
        if (isNegative != other.isNegative) return isNegative ? std::strong_ordering::less : std::strong_ordering::greater;
        return isNegative ? ofSize(other, *this) : ofSize(*this, other);
    }
    bool operator==(const WrittenDigits& other) const { return (*this <=> other) == std::strong_ordering::equal; }

private:
    static std::strong_ordering ofSize(const WrittenDigits& a, const WrittenDigits& b) {
        if (a.whole.size() != b.whole.size()) return a.whole.size() <=> b.whole.size();
        if (a.whole != b.whole) return a.whole <=> b.whole;
        return a.decimals <=> b.decimals;
    }
};

/// True where the digits from `from` to `end` go on behind a point: 0.5, but not 1.2.3, v1.10 and the day of a date.
bool hasDecimals(std::string_view text, std::size_t from, std::size_t end, bool isSigned) {
    if (!isPointAt(text, end) || isPointAt(text, endOfRun(text, end + 1))) return false;
    const char before = from > 0 ? text[from - 1] : ' ';
    const bool isMarked = isBehindMark(text, from);
    const bool isBehindHyphen = before == '-' && !isSigned && from > 1 && isDigit(text[from - 2]);
    if (!isSigned && !isMarked && (!isAnyOf(before, "_ -=([{~/") || isBehindHyphen || isBehindMonth(text, from))) return false;
    const std::size_t behind = endOfRun(text, end + 1);
    const bool hasUnit = behind < text.size() && isLatinLetter(text[behind]);
    return text[end] == '.' || hasUnit || isMarked || before == '=';
}

/// The number that begins at `place`, and `place` behind it; nothing where none begins.
std::optional<WrittenDigits> digitsAt(std::string_view text, std::size_t& place) {
    const std::size_t sign = signAt(text, place), from = place + sign;
    if (!isDigitAt(text, from)) return std::nullopt;
    WrittenDigits number;
    std::size_t end = endOfRun(text, from);
    number.whole = text.substr(from, end - from);
    if (hasDecimals(text, from, end, sign > 0)) {
        const std::size_t decimals = end + 1;
        end = endOfRun(text, decimals);
        number.decimals = text.substr(decimals, end - decimals);
    }
    while (number.whole.starts_with('0'))
        number.whole.remove_prefix(1);
    while (number.decimals.ends_with('0'))
        number.decimals.remove_suffix(1);
    number.isNegative = sign > 0 && !(number.whole.empty() && number.decimals.empty());
    place = end;
    return number;
}

}  // namespace

bool naturalLess(std::string_view a, std::string_view b) {
    std::size_t i = 0, k = 0;
    while (i < a.size() && k < b.size()) {
        const std::size_t left = i, right = k;
        const auto number = digitsAt(a, i), other = digitsAt(b, k);
        if (number && other) {
            if (*number != *other) return *number < *other;
        } else {
            // A number stands among characters as its digits do, a negative one, too.
            const int mine = weight(number ? '0' : a[left]), theirs = weight(other ? '0' : b[right]);
            if (mine != theirs) return mine < theirs;
            i = left + 1;
            k = right + 1;
        }
    }
    if ((i < a.size()) != (k < b.size())) return k < b.size();
    return a < b;  // equal but for case and zeros
}

}  // namespace coarsen
