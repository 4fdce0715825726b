// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace coarsen {

/// The text cut at every one of these letters; empty parts are left out. They live as long as the text.
std::vector<std::string_view> textParts(std::string_view text, char cut);

}  // namespace coarsen
