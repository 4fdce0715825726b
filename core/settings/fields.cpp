// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/fields.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/time_unit.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

[[noreturn]] void refuse(const FieldDescription& field, const std::string& key, const std::string& given) {
    throw SettingError(key, "'" + given + "' does not fit", "give " + legalValues(field));
}

/// A text with limits is a number that may be absent (optionalRealField).
bool isOptionalNumber(const FieldDescription& field) {
    return field.kind == FieldKind::text && field.lowest < field.highest;
}

bool isTime(const FieldDescription& field) {
    return field.unit == nameOf(TimeUnit::second);
}

/// A time may name its unit: "20 h".
std::optional<double> numberIn(const FieldDescription& field, std::string_view text) {
    if (!isTime(field)) return parseNumber(text);
    const auto time = typedTime(text);
    return time ? std::optional(time->seconds) : parseNumber(text);
}

}  // namespace

std::string joined(const std::vector<std::string>& words, const std::string& last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
    return text;
}

std::string textOf(const FieldValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value)) return shortest(*real);
    return std::get<std::string>(value);
}

std::string listText(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

std::optional<std::vector<int>> listFromText(std::string_view text) {
    std::vector<int> numbers;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const auto number = parseInteger(text.substr(0, end));
        if (!number || !std::in_range<int>(*number) || std::ranges::count(numbers, *number) > 0 || end + 1 == text.size())
            return std::nullopt;
        numbers.push_back(static_cast<int>(*number));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return numbers;
}

std::string legalValues(const FieldDescription& field) {
    const std::string unit = field.unit.empty() ? "" : isTime(field) ? " s (or as in 5 min, 20 h, 2 d)" : " " + field.unit;
    switch (field.kind) {
        case FieldKind::boolean:
            return "true or false";
        case FieldKind::integer:
            return "a whole number from " + shortest(field.lowest) + " to " + shortest(field.highest) + unit;
        case FieldKind::real:
            if (field.highest >= std::numeric_limits<double>::max()) return "a number";
            return "a number from " + shortest(field.lowest) + " to " + shortest(field.highest) + unit +
                   (field.isOptional ? ", or none" : "");
        case FieldKind::choice:
            return joined(field.choices, " or ");
        case FieldKind::text:
            return isOptionalNumber(field) ? "a number" + (unit.empty() ? "" : " in" + unit) + ", or an empty text for none"
                                           : "a text";
        case FieldKind::file:
            return "the path of a file";
        case FieldKind::strokes:
            return "strokes";
        case FieldKind::list:
            return "whole numbers from " + shortest(field.lowest) + " to " + shortest(field.highest) +
                   ", each once, as 1,3, or an empty text for all";
    }
    return {};
}

FieldValue checked(const FieldDescription& field, const std::string& key, const FieldValue& value) {
    const auto inRange = [&](double number) { return number >= field.lowest && number <= field.highest; };
    switch (field.kind) {
        case FieldKind::boolean:
            if (std::holds_alternative<bool>(value)) return value;
            break;
        case FieldKind::integer: {
            const auto* integer = std::get_if<std::int64_t>(&value);
            const auto* real = std::get_if<double>(&value);
            if (integer && inRange(static_cast<double>(*integer))) return value;
            if (real && *real == std::floor(*real) && inRange(*real)) return static_cast<std::int64_t>(*real);
            break;
        }
        case FieldKind::real: {
            const auto* integer = std::get_if<std::int64_t>(&value);
            const auto* real = std::get_if<double>(&value);
            const double number = real ? *real : integer ? static_cast<double>(*integer) : std::nan("");
            if (inRange(number)) return number;
            const auto* text = std::get_if<std::string>(&value);
            if (field.isOptional && text && text->empty()) return value;
            break;
        }
        case FieldKind::choice: {
            const auto* text = std::get_if<std::string>(&value);
            if (text && std::find(field.choices.begin(), field.choices.end(), *text) != field.choices.end()) return value;
            break;
        }
        case FieldKind::list: {
            const auto* text = std::get_if<std::string>(&value);
            const auto* number = std::get_if<std::int64_t>(&value);
            const auto list = text || number ? listFromText(number ? std::to_string(*number) : *text) : std::nullopt;
            if (list && std::ranges::all_of(*list, inRange)) return listText(*list);
            break;
        }
        case FieldKind::text:
        case FieldKind::file:
        case FieldKind::strokes: {
            const auto* text = std::get_if<std::string>(&value);
            if (text && !isUtf8(*text))  // neither JSON nor the window could hold it
                throw SettingError(key, "'" + printable(*text) + "' is not UTF-8", "give the file a name in UTF-8");
            if (!isOptionalNumber(field)) {
                if (text) return value;
                break;
            }
            if (text && text->empty()) return value;
            if (const auto number = text ? numberIn(field, *text) : std::nullopt)
                return std::isinf(*number) ? std::string() : isTime(field) ? textOf(*number) : *text;
            if (!text && !std::holds_alternative<bool>(value)) return textOf(value);
            break;
        }
    }
    refuse(field, key, textOf(value));
}

FieldValue valueFromText(const FieldDescription& field, const std::string& key, std::string_view text) {
    const std::string given(text);
    switch (field.kind) {
        case FieldKind::boolean:
            if (given == "true" || given == "on" || given == "yes" || given == "1") return true;
            if (given == "false" || given == "off" || given == "no" || given == "0") return false;
            refuse(field, key, given);
        case FieldKind::integer:
        case FieldKind::real:
            if (field.isOptional && (given.empty() || given == "none")) return std::string();
            if (const auto number = numberIn(field, text)) return checked(field, key, *number);
            refuse(field, key, given);
        case FieldKind::choice:
        case FieldKind::text:
        case FieldKind::file:
        case FieldKind::strokes:
        case FieldKind::list:
            return checked(field, key, given);
    }
    refuse(field, key, given);
}

bool isShown(const FieldDescription& field, const std::function<FieldValue(const std::string&)>& valueOf) {
    const std::string& rule = field.shownWhen;
    const std::size_t equals = rule.find('=');
    if (equals == std::string::npos) return true;
    const std::string now = textOf(valueOf(rule.substr(0, equals)));
    for (std::size_t from = equals + 1; from <= rule.size();) {
        const std::size_t end = std::min(rule.find('|', from), rule.size());
        if (rule.compare(from, end - from, now) == 0) return true;
        from = end + 1;
    }
    return false;
}

void detail::throwUnknownField(const std::string& owner, std::string_view name, const std::vector<std::string>& known) {
    throw SettingError(owner + "." + std::string(name), "there is no such setting", "known are " + joined(known, " and "));
}

}  // namespace coarsen
