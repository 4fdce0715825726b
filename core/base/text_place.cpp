// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_place.hpp"

#include <algorithm>

namespace coarsen {

std::string brokenAt(std::string_view text, std::size_t byte) {
    const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;  // 0 of a text without a letter
    const std::string line = std::to_string(1 + std::ranges::count(text.substr(0, std::min(byte, end)), '\n'));
    if (byte >= end) return "it breaks off in line " + line;
    return "line " + line + " is damaged (byte " + std::to_string(byte) + ")";
}

}  // namespace coarsen
