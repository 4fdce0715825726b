// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.hpp"

namespace coarsen {

namespace {

/// The character of so many bytes there.
char32_t characterAt(std::string_view text, std::size_t at, std::size_t bytes) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (bytes == 1) return first;
    char32_t character = first & (0xffu >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i)
        character = character << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fu);
    return character;
}

/// Ends a line, moves the cursor, or turns the direction of what follows, so that a name is read as another: "exe.gnp" as
/// "png.exe".
bool misleads(char32_t c) {
    const auto isWithin = [c](char32_t from, char32_t to) { return c >= from && c <= to; };
    const bool isControl = c < 0x20 || isWithin(0x7f, 0x9f);
    const bool isLineEnd = c == 0x2028 || c == 0x2029;
    const bool turnsDirection = c == 0x61c || c == 0x200e || c == 0x200f || isWithin(0x202a, 0x202e) || isWithin(0x2066, 0x2069);
    return isControl || isLineEnd || turnsDirection;
}

void appendEscaped(std::string& shown, std::string_view bytes) {
    for (const char byte : bytes) {
        shown += '%';
        shown += "0123456789ABCDEF"[static_cast<unsigned char>(byte) >> 4];
        shown += "0123456789ABCDEF"[static_cast<unsigned char>(byte) & 15];
    }
}

}  // namespace

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
        const std::size_t length = utf8Length(text, at);
        if (length == 0)
            appendEscaped(shown, text.substr(at, 1));
        else if (misleads(characterAt(text, at, length)))
            appendEscaped(shown, text.substr(at, length));
        else
            shown.append(text, at, length);
        at += length == 0 ? 1 : length;
    }
    return shown;
}

}  // namespace coarsen
