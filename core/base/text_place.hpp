// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace coarsen {

/// Where a text stops making sense at the byte (counted from 0), for a message: "it breaks off in line 12", or "line 3 is damaged
/// (byte 87)".
std::string brokenAt(std::string_view text, std::size_t byte);

}  // namespace coarsen
