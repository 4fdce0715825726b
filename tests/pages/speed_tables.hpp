// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace coarsen::pages {

/// The page with each block from `<!-- table: NAME -->` to `<!-- end -->` made anew from the files in tests/bench/results.
/// Throws std::out_of_range where there is no such table or a file lacks what it shows.
std::string withSpeedTables(const std::string& page);

}  // namespace coarsen::pages
