// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.hpp"

#include <string>
#include <vector>

namespace coarsen::window {

/// Groups and numbers that the names of series tell: "20C-1", "20C-2" and "35C_a", "35C_b" are repeats of 20C and 35C, of numbers
/// 20 and 35. Where fewer than two share what is before the last separator there is no group; groups and numbers there are stay.
std::vector<ProjectSeries> withGroupsFromNames(std::vector<ProjectSeries> series);

/// The first number in a text, NaN where there is none: 35.5 of "T = 35.5 °C".
double numberIn(const std::string& text);

}  // namespace coarsen::window
