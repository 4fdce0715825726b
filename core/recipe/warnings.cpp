// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/recipe/sections.hpp"

#include <algorithm>
#include <iterator>

namespace coarsen {

std::vector<Warning> warnings(const Recipe& recipe, double rMaxPx, double largestRMaxPx, int width, int height,
                              double saturatedFraction, PictureFault fault) {
    const LengthEstimator* const length = lengthEstimator(fitOf(recipe).length);
    const bool isAboutRMax = !length || length->needsMaximum();
    if (!isAboutRMax) rMaxPx = largestRMaxPx = MeasuredFacts::nan;  // some other bump of C1D: nothing is judged by it
    const MeasuredFacts facts{rMaxPx, largestRMaxPx, width, height, domainCount(width, height, rMaxPx), saturatedFraction,
                              fault,  isAboutRMax};
    std::vector<Warning> list;
    const auto add = [&list](std::vector<Warning> more) { std::ranges::move(more, std::back_inserter(list)); };
    for (const Step& step : recipe.steps)
        add(step.warnings(facts));
    for (const RecipeSection& section : recipeSections())
        add(section.warnings(recipe, facts));
    return list;
}

}  // namespace coarsen
