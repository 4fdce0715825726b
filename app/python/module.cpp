// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/parts.hpp"
#include "core/base/installed_part.hpp"
#include "core/base/version.hpp"

#include <nanobind/stl/filesystem.h>

NB_MODULE(_core, module) {
    using namespace coarsen::python;
    module.attr("__version__") = coarsen::version;
    module.def("set_installed_folder", &coarsen::setInstalledFolder);
    addErrors(module);
    addRecipes(module);
    addMeasuring(module);
    addSeries(module);
    addComparing(module);
    addSurfaces(module);
    addSynthetic(module);
    addGroups(module);
    addPrepared(module);
    addScripts(module);
}
