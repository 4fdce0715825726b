// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/physical_size.hpp"

#include "core/base/numbers.hpp"

#include <algorithm>

namespace coarsen {

bool isSide(double um) {
    return um >= leastSideUm && um <= mostSideUm;
}

bool areSides(std::initializer_list<double> um) {
    constexpr double rounding = 1e-6;  // of sides written as 32-bit numbers
    return std::ranges::all_of(um, isSide) && std::max(um) <= mostTimesAnother * (1 + rounding) * std::min(um);
}

std::string sidesRule() {
    return "a side is " + shortest(leastSideUm) + " to " + shortest(mostSideUm) + " µm, and no more than " +
           shortest(mostTimesAnother) + " times another";
}

std::string impossibleSides(std::initializer_list<double> sides, bool areInUm) {
    std::string text;
    for (const double side : sides)
        text += (text.empty() ? "" : " × ") + shortest(side);
    return text + (areInUm ? " µm" : "") + ", which cannot be (" + sidesRule() + ")";
}

}  // namespace coarsen
