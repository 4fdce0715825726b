// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/parts.hpp"
#include "core/base/version.hpp"

NB_MODULE(_core, module) {
    using namespace coarsen::python;
    module.attr("__version__") = coarsen::version;
    addErrors(module);
    addRecipes(module);
    addMeasuring(module);
    addSeries(module);
    addComparing(module);
    addSurfaces(module);
    addSynthetic(module);
    addGroups(module);
}
