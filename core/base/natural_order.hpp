// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace coarsen {

/// Compares names as people count: frame_2 before frame_10. Case decides last.
bool naturalLess(std::string_view a, std::string_view b);

}  // namespace coarsen
