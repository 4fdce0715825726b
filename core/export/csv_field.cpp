// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv_field.hpp"

namespace coarsen {

std::string csvField(std::string_view text) {
    if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos)
        return csvField("./" + std::string(text));
    if (text.find_first_of(",\"#\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char letter : text) {
        if (letter == '"') quoted += '"';
        quoted += letter == '\n' || letter == '\r' ? ' ' : letter;
    }
    return quoted + '"';
}

}  // namespace coarsen
