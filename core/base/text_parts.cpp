// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_parts.hpp"

#include <algorithm>

namespace coarsen {

std::vector<std::string_view> textParts(std::string_view text, char cut) {
    std::vector<std::string_view> found;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(cut), text.size());
        if (end > 0) found.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return found;
}

}  // namespace coarsen
