// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

#include <vector>

namespace coarsen::test {

/// Growth laws that nobody has thought of, with parameters that no other law has or has in this company. made_up_lists.cpp,
/// linked into a program, puts them at the end of growthModels(), and a length, "r_made_up", at the end of lengthEstimators(): it
/// stands in for core's models.cpp and lengths.cpp, so the program meets them as it would meet a law of its own.
std::vector<GrowthModel> madeUpLaws();

}  // namespace coarsen::test
