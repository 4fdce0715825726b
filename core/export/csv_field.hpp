// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace coarsen {

/// A text as a CSV field: quoted when it holds a comma, quote, `#` or line break; line breaks become spaces (decision S13). One
/// that begins with = + - or @, which a spreadsheet would take for a formula, has `./` before it: the same file for every
/// program.
std::string csvField(std::string_view text);

}  // namespace coarsen
