// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nanobind/nanobind.h>

namespace coarsen::python {

// Parts of the module, one source each.
void addErrors(nanobind::module_& module);
void addRecipes(nanobind::module_& module);
void addMeasuring(nanobind::module_& module);
void addSeries(nanobind::module_& module);
void addComparing(nanobind::module_& module);
void addSurfaces(nanobind::module_& module);
void addSynthetic(nanobind::module_& module);
void addGroups(nanobind::module_& module);
void addPrepared(nanobind::module_& module);
void addScripts(nanobind::module_& module);

}  // namespace coarsen::python
