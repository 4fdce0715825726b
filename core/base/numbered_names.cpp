// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbered_names.hpp"

#include "core/base/numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>

namespace coarsen {

namespace {

/// A name taken apart: "run3_0017" is "run#_#" with 3 and 17.
struct NumberedName {
    std::string pattern;
    std::vector<std::int64_t> numbers;
};

NumberedName takenApart(const std::string& stem) {
    constexpr std::size_t mostDigits = 15;  // what a double holds
    NumberedName name;
    for (std::size_t i = 0; i < stem.size();) {
        std::size_t end = i;
        while (end < stem.size() && isDigit(stem[end]))
            ++end;
        if (end == i || end - i > mostDigits) {
            name.pattern += stem[i++];
            continue;
        }
        name.pattern += '#';
        name.numbers.push_back(parseInteger(stem.substr(i, end - i)).value_or(0));
        i = end;
    }
    return name;
}

std::vector<NumberedName> takenApart(const std::vector<std::string>& stems) {
    std::vector<NumberedName> names;
    for (const std::string& stem : stems)
        names.push_back(takenApart(stem));
    return names;
}

/// Finds which numbers differ among the names that are built like the first.
std::set<std::size_t> differingIn(const std::vector<NumberedName>& names) {
    const NumberedName& first = names.front();
    std::set<std::size_t> differing;
    for (const NumberedName& name : names)
        for (std::size_t i = 0; i < first.numbers.size() && name.pattern == first.pattern; ++i)
            if (name.numbers[i] != first.numbers[i]) differing.insert(i);
    return differing;
}

/// The number that counts, by name; empty where there is none.
std::vector<std::optional<std::int64_t>> countingNumbers(const std::vector<std::string>& stems) {
    const std::vector<NumberedName> names = takenApart(stems);
    if (names.size() < 2) return {};
    const NumberedName& first = names.front();
    const std::set<std::size_t> differing = differingIn(names);
    if (differing.size() != 1) return {};
    std::vector<std::optional<std::int64_t>> numbers;
    for (const NumberedName& name : names)
        numbers.push_back(name.pattern == first.pattern ? std::optional(name.numbers[*differing.begin()]) : std::nullopt);
    return numbers;
}

/// By how much the numbers grow from one name to the next where none is missing.
std::int64_t stepOf(const std::vector<std::optional<std::int64_t>>& numbers) {
    std::int64_t step = 0;
    for (const auto& number : numbers)
        if (number) step = std::gcd(step, *number - *numbers.front());
    return std::max<std::int64_t>(step, 1);
}

}  // namespace

std::vector<std::optional<double>> placesByNumber(const std::vector<std::string>& stems) {
    const auto numbers = countingNumbers(stems);
    const std::int64_t step = stepOf(numbers);
    std::vector<std::optional<double>> places;
    for (const auto& number : numbers) {
        const std::int64_t steps = number ? (*number - *numbers.front()) / step : 0;
        places.push_back(number ? std::optional(static_cast<double>(steps)) : std::nullopt);
    }
    return places;
}

std::string missingNumbers(const std::vector<std::string>& stems) {
    constexpr std::size_t named = 4;
    const auto numbers = countingNumbers(stems);
    std::set<std::int64_t> there;
    for (const auto& number : numbers)
        if (number) there.insert(*number);
    if (there.empty()) return {};
    const std::int64_t step = stepOf(numbers);
    const auto missing = static_cast<std::size_t>((*there.rbegin() - *there.begin()) / step) + 1 - there.size();
    std::string text;
    std::size_t told = 0;
    for (auto number = there.begin(); std::next(number) != there.end() && told < named; ++number)
        for (std::int64_t gap = *number + step; gap < *std::next(number) && told < named; gap += step)
            text += (told++ > 0 ? ", " : "") + std::to_string(gap);
    if (missing > told) text += " and " + std::to_string(missing - told) + " more";
    return text;
}

int differingNumbers(const std::vector<std::string>& stems) {
    const std::vector<NumberedName> names = takenApart(stems);
    if (names.size() < 2) return 0;
    const auto isAlike = [&](const NumberedName& name) { return name.pattern == names.front().pattern; };
    return std::ranges::all_of(names, isAlike) ? static_cast<int>(differingIn(names).size()) : 0;
}

}  // namespace coarsen
