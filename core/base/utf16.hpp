// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace coarsen {

/// Adds a character of Unicode to a text in UTF-8.
void appendCharacter(std::uint32_t character, std::string& text);

/// The text in UTF-8 that stands there in UTF-16; a half of a pair that stands alone is U+FFFD.
std::string textOfUtf16(std::span<const std::byte> bytes, bool isLittle);

}  // namespace coarsen
