// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"

#include <string>
#include <string_view>

namespace coarsen {

/// {"schema":1,"steps":[{"step":"grey","on":true,"method":"luminance"},...],"measure":{...},"fit":{...}}
std::string recipeJson(const Recipe& recipe);

/// Reads any schema up to today's; settings that are absent keep their default, steps that are absent are off.
/// Throws SettingError (`source` is the file's name): not JSON, unknown key, wrong kind, out of range, newer schema.
Recipe recipeFromJson(std::string_view json, const std::string& source);

/// `before` with the settings that such a text holds; all others stay, steps that it lacks as well. Throws likewise.
Recipe recipeOnTop(const Recipe& before, std::string_view json, const std::string& source);

}  // namespace coarsen
