// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

namespace coarsen {

GrowthModel originLine();  ///< origin_line.cpp
GrowthModel line();        ///< line.cpp
GrowthModel powerLaw();    ///< power_law.cpp
GrowthModel freeQuench();  ///< free_quench.cpp
GrowthModel crossover();   ///< crossover.cpp

}  // namespace coarsen
