// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

namespace coarsen::conventions {

/// The value of a property that stands in a line of its own, "key=value"; empty where there is none.
inline std::string_view propertyIn(std::string_view text, std::string_view key) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == '=') return line.substr(key.size() + 1);
        at = end + 1;
    }
    return {};
}

}  // namespace coarsen::conventions
