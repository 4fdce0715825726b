// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files only, of this room and those right of it: no public header of ours includes the JSON library.

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coarsen {

/// Keeps the order that a reader expects; writes NaN as null.
using Json = nlohmann::ordered_json;

/// The text as JSON. Throws InputError without a subject that says where it breaks off, or that its brackets stand in one another
/// deeper than any file of ours has them: the library writes and copies such values by calling itself, level by level.
Json parsedJson(std::string_view text);

/// As text in lines indented by so many letters (-1: one line). What is no UTF-8 is replaced: a name in a message of some library
/// must not cost the rest.
std::string textOf(const Json& json, int indent = -1);

/// A value in a file and its place there, so that what is wrong with it is said in words: "'results[3].r_max.px' is missing".
/// Lives as long as the JSON that it stands for. All throw InputError without a subject where the value is of another kind.
///
/// Use:
///
///     const Json json = parsedJson(R"({"results":[{"px":12.5}]})");
///     const double px = JsonEntry(json).at("results").list().front().at("px").number();
class JsonEntry {
public:
    explicit JsonEntry(const Json& whole) : json_(&whole) {}

    const Json& json() const { return *json_; }
    JsonEntry at(std::string_view key) const;
    std::optional<JsonEntry> find(std::string_view key) const;  ///< nothing where it is absent, as in files of earlier versions
    std::vector<JsonEntry> list() const;
    std::vector<JsonEntry> list(std::size_t size) const;  ///< of so many values
    std::vector<std::pair<std::string, JsonEntry>> members() const;

    std::string text() const;
    bool truth() const;
    double number() const;  ///< NaN of null, which is how NaN is written
    std::optional<double> optionalNumber() const;
    template <typename Whole>
    Whole whole() const {
        if (json_->is_number_unsigned() && std::in_range<Whole>(json_->get<std::uint64_t>())) return json_->get<Whole>();
        if (json_->is_number_integer() && !json_->is_number_unsigned() && std::in_range<Whole>(json_->get<std::int64_t>()))
            return json_->get<Whole>();
        refuse(json_->is_number() ? "is " + json_->dump() + ", which is no whole number in its range"
                                  : "is " + kind() + " where a whole number should stand");
    }

    /// Says what is wrong: "is 7, but there are 3 frames".
    [[noreturn]] void refuse(const std::string& problem) const;
    std::string kind() const;  ///< "a text"

private:
    JsonEntry(const Json& json, std::string path) : json_(&json), path_(std::move(path)) {}
    [[noreturn]] void refuseKind(const char* wanted) const;

    const Json* json_;
    std::string path_;  ///< empty: the whole
};

}  // namespace coarsen
