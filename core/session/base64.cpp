// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/base64.hpp"

#include "core/base/error.hpp"

#include <bit>
#include <cstdint>

namespace coarsen {

namespace {
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string base64Of(const std::vector<float>& values) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(values.size() * 4);
    for (const float value : values) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        for (int shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
    }
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = bytes.size() - i;
        const std::uint32_t triple = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                     (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0u) |
                                     (left > 2 ? static_cast<std::uint32_t>(bytes[i + 2]) : 0u);
        text += letters[triple >> 18];
        text += letters[triple >> 12 & 63];
        text += left > 1 ? letters[triple >> 6 & 63] : '=';
        text += left > 2 ? letters[triple & 63] : '=';
    }
    return text;
}

std::vector<float> floatsFromBase64(std::string_view text) {
    const auto refuse = [] { throw InputError("", "its profile values are damaged", "use an earlier copy of the file"); };
    while (text.ends_with('='))
        text.remove_suffix(1);
    std::vector<float> values;
    values.reserve(text.size() * 3 / 16);
    std::uint32_t pending = 0, word = 0;
    int pendingBits = 0, wordBytes = 0;
    for (const char letter : text) {
        const auto digit = letters.find(letter);
        if (digit == std::string_view::npos) refuse();
        pending = pending << 6 | static_cast<std::uint32_t>(digit);
        pendingBits += 6;
        if (pendingBits < 8) continue;
        pendingBits -= 8;
        word |= (pending >> pendingBits & 0xffu) << (8 * wordBytes);
        pending &= (1u << pendingBits) - 1;
        if (++wordBytes == 4) {
            values.push_back(std::bit_cast<float>(word));
            word = 0;
            wordBytes = 0;
        }
    }
    if (wordBytes != 0) refuse();
    return values;
}

}  // namespace coarsen
