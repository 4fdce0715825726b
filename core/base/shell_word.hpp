// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace coarsen {

/// The text as one word of a command line that a shell of POSIX reads: in single quotes where it needs them. For commands that
/// the user is told to type.
std::string shellWord(std::string_view text);

}  // namespace coarsen
