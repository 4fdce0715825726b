// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes the JSON library.

#include "core/base/error.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace coarsen {

/// Keeps the order that a reader expects; writes NaN as null.
using Json = nlohmann::ordered_json;

/// The number that `value` holds; NaN of null. Throws nlohmann::json::exception of anything else.
inline double numberFrom(const Json& value) {
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

/// Whether brackets stand in one another deeper than any file of ours has them. The library writes and copies such values by
/// calling itself, level by level: a damaged or hostile file could exhaust the stack.
inline bool isNestedTooDeep(std::string_view json) {
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

/// A whole number that `Whole` can hold. Throws InputError for anything else, which the library would cut to size.
template <typename Whole>
Whole wholeFrom(const Json& value) {
    const bool fits = value.is_number_unsigned()  ? std::in_range<Whole>(value.get<std::uint64_t>())
                      : value.is_number_integer() ? std::in_range<Whole>(value.get<std::int64_t>())
                                                  : false;
    if (!fits)
        throw InputError("",
                         "it is damaged: " + (value.is_number() ? value.dump() : std::string(value.type_name())) +
                             " stands where a whole number should",
                         "use an earlier copy of the file");
    return value.get<Whole>();
}

}  // namespace coarsen
