// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shell_word.hpp"

namespace coarsen {

std::string shellWord(std::string_view text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:,@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
    std::string word = "'";
    for (const char letter : text)
        if (letter == '\'')
            word += "'\\''";
        else
            word += letter;
    return word + "'";
}

}  // namespace coarsen
