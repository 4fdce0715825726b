// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"
#include "core/settings/field.hpp"

#include <string>
#include <utility>
#include <vector>

namespace coarsen::window {

/// Parts of the growth chart's figure: the sheet's ticks and the keys of `--figure` are made from them.
const Fields<GrowthLook>& growthLookFields();

/// All of how the figures of an export look: their size, formats, and the parts of the growth chart.
const Fields<ExportChoice>& figureFields();

/// Ends of an axis, or of both axes, that lie in the wrong order; in words, else empty.
QString whyNoLimits(const AxisLimits& limits);

/// Sets them from pairs of key and text: a field's name, or FIGURE.x and FIGURE.y with FROM:TO, each of which may be left out
/// (`growth.x=0:40`). A width without a height takes the usual shape. Throws SettingError.
void setFigures(ExportChoice& choice, const std::vector<std::pair<std::string, std::string>>& settings);

/// "width, height, …": the keys, with their units and standard values, for help.
QString figureKeys();

}  // namespace coarsen::window
