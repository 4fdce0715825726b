// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf16.hpp"

namespace coarsen {

void appendCharacter(std::uint32_t character, std::string& text) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | (character >> shift & 0x3F)); };
    if (character < 0x80)
        text += static_cast<char>(character);
    else if (character < 0x800)
        text += {static_cast<char>(0xC0 | character >> 6), tail(0)};
    else if (character < 0x10000)
        text += {static_cast<char>(0xE0 | character >> 12), tail(6), tail(0)};
    else
        text += {static_cast<char>(0xF0 | character >> 18), tail(12), tail(6), tail(0)};
}

std::string textOfUtf16(std::span<const std::byte> bytes, bool isLittle) {
    constexpr std::uint32_t firstHalf = 0xD800, secondHalf = 0xDC00, afterHalves = 0xE000, unknown = 0xFFFD;
    const auto unitAt = [&](std::size_t i) -> std::uint32_t {
        if (i + 1 >= bytes.size()) return 0;
        const auto low = std::to_integer<std::uint32_t>(bytes[isLittle ? i : i + 1]);
        const auto high = std::to_integer<std::uint32_t>(bytes[isLittle ? i + 1 : i]);
        return high << 8 | low;
    };
    std::string text;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const std::uint32_t unit = unitAt(i), next = unitAt(i + 2);
        if (unit >= firstHalf && unit < secondHalf && next >= secondHalf && next < afterHalves) {
            appendCharacter(0x10000 + ((unit - firstHalf) << 10) + (next - secondHalf), text);
            i += 2;
        } else {
            appendCharacter(unit >= firstHalf && unit < afterHalves ? unknown : unit, text);
        }
    }
    return text;
}

}  // namespace coarsen
