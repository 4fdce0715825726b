// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/pages/result_files.hpp"

namespace coarsen::pages {

/// Tables of resources/science/speed.md.
const Tables& speedTables();

}  // namespace coarsen::pages
