// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/pages/result_files.hpp"

namespace coarsen::pages {

/// Tables of resources/science/papers.md: a row for each figure and table of the papers, what repeats it, and both figures.
const Tables& paperTables();

}  // namespace coarsen::pages
