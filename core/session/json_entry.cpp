// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/json_entry.hpp"

#include "core/base/error.hpp"
#include "core/base/text_place.hpp"
#include "core/base/utf8.hpp"

#include <limits>

namespace coarsen {

namespace {

constexpr const char* useACopy = "use an earlier copy of the file";

bool isNestedTooDeep(std::string_view json) {
    constexpr int mostLevels = 100;
    int levels = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInText && c == '\\')
            ++i;
        else if (c == '"')
            isInText = !isInText;
        else if (!isInText && (c == '[' || c == '{') && ++levels > mostLevels)
            return true;
        else if (!isInText && (c == ']' || c == '}'))
            --levels;
    }
    return false;
}

}  // namespace

Json parsedJson(std::string_view text) {
    if (isNestedTooDeep(text)) throw InputError("", "it has too many brackets in one another", useACopy);
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& error) {
        throw InputError("", brokenAt(text, error.byte > 0 ? error.byte - 1 : 0), useACopy);
    } catch (const Json::exception&) {  // the only other: beyond what a number can hold
        throw InputError("", "a number in it is beyond all that the program writes", useACopy);
    }
}

std::string textOf(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

JsonEntry JsonEntry::at(std::string_view key) const {
    if (const auto entry = find(key)) return *entry;
    JsonEntry(*json_, path_.empty() ? std::string(key) : path_ + "." + std::string(key)).refuse("is missing");
}

std::optional<JsonEntry> JsonEntry::find(std::string_view key) const {
    if (!json_->is_object()) refuseKind("an object");
    const auto found = json_->find(std::string(key));
    if (found == json_->end()) return std::nullopt;
    return JsonEntry(*found, path_.empty() ? std::string(key) : path_ + "." + std::string(key));
}

std::vector<JsonEntry> JsonEntry::list() const {
    if (!json_->is_array()) refuseKind("a list");
    std::vector<JsonEntry> entries;
    entries.reserve(json_->size());
    for (const Json& value : *json_)
        entries.push_back(JsonEntry(value, path_ + "[" + std::to_string(entries.size()) + "]"));
    return entries;
}

std::vector<JsonEntry> JsonEntry::list(std::size_t size) const {
    std::vector<JsonEntry> entries = list();
    if (entries.size() != size)
        refuse("has " + std::to_string(entries.size()) + " values where " + std::to_string(size) + " should stand");
    return entries;
}

std::vector<std::pair<std::string, JsonEntry>> JsonEntry::members() const {
    if (!json_->is_object()) refuseKind("an object");
    std::vector<std::pair<std::string, JsonEntry>> members;
    for (const auto& [key, value] : json_->items())
        members.emplace_back(key, JsonEntry(value, path_ + "." + key));
    return members;
}

std::string JsonEntry::text() const {
    if (!json_->is_string()) refuseKind("a text");
    return json_->get<std::string>();
}

bool JsonEntry::truth() const {
    if (!json_->is_boolean()) refuseKind("true or false");
    return json_->get<bool>();
}

double JsonEntry::number() const {
    if (json_->is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!json_->is_number()) refuseKind("a number");
    return json_->get<double>();
}

std::optional<double> JsonEntry::optionalNumber() const {
    return json_->is_null() ? std::nullopt : std::optional(number());
}

std::string JsonEntry::kind() const {
    return json_->is_null()      ? "null"
           : json_->is_boolean() ? "true or false"
           : json_->is_number()  ? "a number"
           : json_->is_string()  ? "a text"
           : json_->is_array()   ? "a list"
                                 : "an object";
}

void JsonEntry::refuse(const std::string& problem) const {
    throw InputError("", (path_.empty() ? "it" : "'" + printable(path_) + "'") + " " + problem, useACopy);
}

void JsonEntry::refuseKind(const char* wanted) const {
    refuse("is " + kind() + " where " + wanted + " should stand");
}

}  // namespace coarsen
