// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

namespace coarsen {

GrowthModel originLine();  // each stands in a file of its name
GrowthModel line();
GrowthModel powerLaw();
GrowthModel freeQuench();
GrowthModel crossover();
GrowthModel lsw();

/// THE LIST of growth models, in the order in which they are shown.
inline std::vector<GrowthModel> shippedModels() {
    return {originLine(), line(), powerLaw(), freeQuench(), crossover(), lsw()};
}

}  // namespace coarsen
