// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace coarsen {

/// Compares names as people count: frame_2 before frame_10, t_-20s before t_-10s, t_0.5 before t_1. Numbers between several
/// points (1.2.3, dates) and behind a word (v1.10) count by themselves. Case decides last.
bool naturalLess(std::string_view a, std::string_view b);

}  // namespace coarsen
