// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace coarsen {

/// How many bytes the character at `at` has in UTF-8 (RFC 3629); 0 where the bytes there are none.
std::size_t utf8Length(std::string_view text, std::size_t at);

bool isUtf8(std::string_view text);

/// The text as UTF-8 for messages, tables and JSON. Percent-escaped are bytes that are not UTF-8, control characters (C0, DEL,
/// C1), line separators, and the characters that turn the direction of writing (U+061C, 200E, 200F, 202A to 202E, 2066 to 2069).
std::string printable(std::string_view text);

}  // namespace coarsen
