// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/condition_number.hpp"

#include "core/base/numbers.hpp"

#include <algorithm>
#include <map>
#include <regex>

namespace coarsen {

namespace {

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || static_cast<unsigned char>(c) >= 0x80;  // °, µ
}

struct Found {
    std::size_t begin = 0;
    ConditionNumber number;
};

std::vector<Found> numbersIn(std::string_view name) {
    std::vector<Found> found;
    for (std::size_t i = 0; i < name.size();) {
        if (!isDigit(name[i])) {
            ++i;
            continue;
        }
        std::size_t begin = i;
        const bool isSigned = begin > 0 && name[begin - 1] == '-';
        if (isSigned && (begin == 1 || (!isLetter(name[begin - 2]) && !isDigit(name[begin - 2])))) --begin;
        bool hasPoint = false;
        std::string digits(name.substr(begin, i - begin));
        for (; i < name.size(); ++i) {
            const bool isPoint = (name[i] == '.' || name[i] == ',') && i + 1 < name.size() && isDigit(name[i + 1]) && !hasPoint;
            if (!isDigit(name[i]) && !isPoint) break;
            hasPoint |= isPoint;
            digits += isPoint ? '.' : name[i];
        }
        std::size_t end = i + (i + 1 < name.size() && name[i] == ' ' && isLetter(name[i + 1]) ? 1 : 0);
        std::string unit;
        while (end < name.size() && isLetter(name[end]))
            unit += name[end++];
        constexpr std::size_t longestUnit = 6;  // beyond it is a word
        if (unit.size() > longestUnit) unit.clear();
        if (const auto value = parseNumber(digits)) found.push_back({begin, {*value, unit}});
    }
    return found;
}

/// Part of a name before a separator and the repeat's number or letter; empty where there is no such end.
std::string conditionIn(const std::string& name) {
    static const std::regex repeat(R"(^(.*[^ _.#-])[ _.#-]+(rep|repeat|run|no|nr|n)?[ _.#-]*([0-9]{1,3}|[A-Za-z])$)",
                                   std::regex::icase);
    std::smatch match;
    return std::regex_match(name, match, repeat) ? match[1].str() : std::string();
}

}  // namespace

std::optional<ConditionNumber> conditionNumber(std::string_view name) {
    const std::vector<Found> found = numbersIn(name);
    if (found.size() == 1) return found.front().number;
    if (!found.empty() && found.front().begin == 0 && !found.front().number.unit.empty()) return found.front().number;
    return std::nullopt;
}

std::vector<std::string> sharedConditions(const std::vector<std::string>& names, bool onlyNumbered) {
    std::vector<std::string> conditions;
    std::map<std::string, int> shared;
    for (const std::string& name : names)
        ++shared[conditions.emplace_back(conditionIn(name))];
    for (std::string& condition : conditions)
        if (shared[condition] < 2 || (onlyNumbered && !conditionNumber(condition))) condition.clear();
    return conditions;
}

std::string labelOfUnit(std::string_view unit) {
    if (unit.empty()) return {};
    if (unit == "C" || unit == "degC" || unit == "°C") return "temperature (°C)";
    if (unit == "K") return "temperature (K)";
    return "x (" + std::string(unit) + ")";
}

}  // namespace coarsen
