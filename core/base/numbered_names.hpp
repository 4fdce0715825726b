// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Place of each name by the number in it: 0 for the first, 1 for the next where none is missing. The number is the only
/// one that differs from name to name ("run3_0017": 17); where all numbers have a common step ("frame_10, frame_20, frame_40") it
/// counts in that. Nothing for a name that is built in another way, and empty where no number counts.
std::vector<std::optional<double>> placesByNumber(const std::vector<std::string>& stems);

/// "3, 4, 7, 9 and 12 more": the numbers that no name has between the first and the last; empty where none is missing.
std::string missingNumbers(const std::vector<std::string>& stems);

/// How many numbers differ from name to name where all are built alike ("a01_001" and "a02_017": 2); 0 where they are not.
int differingNumbers(const std::vector<std::string>& stems);

}  // namespace coarsen
