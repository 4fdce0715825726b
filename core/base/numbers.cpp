// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace coarsen {

namespace {
template <typename Number>
std::string shortestText(Number number) {
    if (std::isnan(number)) return {};
    if (number == 0) return "0";  // also for -0, which no reader expects
    std::array<char, 64> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

template <typename Number>
std::optional<Number> parseWhole(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}
}  // namespace

std::string shortest(double number) {
    return shortestText(number);
}
std::string shortest(float number) {
    return shortestText(number);
}
std::string shortestWithoutExponent(double number) {
    std::array<char, 400> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed).ptr;
    return {text.data(), end};
}

std::string fixed(double number, int decimals) {
    std::array<char, 400> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, decimals).ptr;
    return {text.data(), end};
}

std::string significant(double number, int digits) {
    std::array<char, 64> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits).ptr;
    return {text.data(), end};
}

std::optional<double> parseNumber(std::string_view text) {
    return parseWhole<double>(text);
}
std::optional<long long> parseInteger(std::string_view text) {
    return parseWhole<long long>(text);
}

RoundedPair roundedToError(double value, double error) {
    if (!std::isfinite(error) || error <= 0) {  // no error says which digits count: four do, and whole numbers stay whole
        const double size = std::abs(value);
        return {size >= 1e3 && size < 1e6 ? fixed(value, 0) : significant(value, 4), {}};
    }
    // The position of the error's last digit: two digits when it starts with 1 or 2, else one. Rounding 2.96 gives 3.0, hence
    // twice.
    int exponent = static_cast<int>(std::floor(std::log10(error)));
    int last = error / std::pow(10.0, exponent) < 3 ? exponent - 1 : exponent;
    const double unit = std::pow(10.0, last);
    const double rounded = std::round(error / unit) * unit;
    exponent = static_cast<int>(std::floor(std::log10(rounded * (1 + 1e-12))));
    last = rounded / std::pow(10.0, exponent) < 3 - 1e-9 ? exponent - 1 : exponent;
    const double finalUnit = std::pow(10.0, last);
    const int decimals = std::max(0, -last);
    return {fixed(std::round(value / finalUnit) * finalUnit, decimals),
            fixed(std::round(error / finalUnit) * finalUnit, decimals)};
}

}  // namespace coarsen
