// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/directions_in_space.hpp"

namespace coarsen {

const std::vector<DirectionsInSpace::Turn>& DirectionsInSpace::allTurns() {
    static const std::vector<Turn> turns = [] {
        std::vector<Turn> all;
        for (int i = 0; i < static_cast<int>(mostDirections); ++i) {
            const double angle = std::numbers::pi * (3 - std::sqrt(5.0)) * i;
            all.push_back({std::cos(angle), std::sin(angle)});
        }
        return all;
    }();
    return turns;
}

}  // namespace coarsen
