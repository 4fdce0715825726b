// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/displacement_field.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// The text of flow.csv (reference/correlate.md): one row a patch.
std::string flowCsv(const std::vector<PatchMove>& field);

}  // namespace coarsen
