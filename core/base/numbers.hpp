// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// The shortest decimal that reads back as exactly the same number; decimal point in every locale. NaN: empty text.
std::string shortest(double number);
std::string shortest(float number);
/// The same without an exponent: 900000, not 9e+05.
std::string shortestWithoutExponent(double number);

/// With so many decimals: "0.50" for (0.5, 2).
std::string fixed(double number, int decimals);

/// To so many digits, without zeros that say nothing: "8.3" for (8.299995, 6).
std::string significant(double number, int digits);

/// 0 to 9, in every locale.
constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The number that the whole text spells (decimal point, any locale), or nothing.
std::optional<double> parseNumber(std::string_view text);
std::optional<long long> parseInteger(std::string_view text);

/// "22.05" for (22.0512, 0.2): the value rounded where its error has two digits (leading 1 or 2) or one. See ErrorDigits in the
/// tests.
struct RoundedPair {
    std::string value, error;
};
RoundedPair roundedToError(double value, double error);

}  // namespace coarsen
