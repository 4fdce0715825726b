// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/words.hpp"
#include "core/recipe/recipe.hpp"

#include <QString>

#include <string>

namespace coarsen::window {

/// "flatten: order 3", "dust off", "fit: time of the quench −10 h": a setting of the recipe and its value, which is given as
/// `--set` takes it. Times are in that unit.
QString settingWords(const Recipe& recipe, const std::string& key, const std::string& value, const Unit& timeUnit);

}  // namespace coarsen::window
