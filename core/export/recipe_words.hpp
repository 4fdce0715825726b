// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_unit.hpp"
#include "core/recipe/recipe.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// One line of a recipe as a reader wants it: "Flatten", "divide by polynomial, order 2".
struct RecipeLine {
    std::string name, text;
};

/// Every step, also those that are off, then how is measured and how is fitted. `unit`: of its times; automatic: frames are
/// counted.
std::vector<RecipeLine> recipeInWords(const Recipe& recipe, TimeUnit unit);

/// "mean global, norm count, azimuth bilinear, largest offset 250 px, ..."
std::string measureInWords(const Recipe& recipe);

}  // namespace coarsen
