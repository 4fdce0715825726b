// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace coarsen {

/// The text without blanks, tabs and returns at its ends.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace coarsen
