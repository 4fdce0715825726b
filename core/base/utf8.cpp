// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.hpp"

namespace coarsen {

std::size_t utf8Length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xc2 && first <= 0xdf ? 2 : first >> 4 == 14 ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
    if (length == 0 || length > text.size() - at) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (byte(i) >> 6 != 2) return 0;
    // Spelt longer than need be, half of a pair of UTF-16, or beyond the last character.
    const unsigned second = byte(1);
    const bool isNone = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return isNone ? 0 : length;
}

bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text, at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

std::string printable(std::string_view text) {
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::size_t length = byte < 0x20 || byte == 0x7f ? 0 : utf8Length(text, at);
        if (length > 0) {
            shown.append(text, at, length);
            at += length;
        } else {
            shown += '%';
            shown += "0123456789ABCDEF"[byte >> 4];
            shown += "0123456789ABCDEF"[byte & 15];
            ++at;
        }
    }
    return shown;
}

}  // namespace coarsen
