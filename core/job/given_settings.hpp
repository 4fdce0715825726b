// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/region.hpp"
#include "core/recipe/recipe.hpp"
#include "core/session/session.hpp"

#include <string>
#include <utility>
#include <vector>

namespace coarsen {

/// Settings of the recipe as a user gives them: each by its key, or by the option or the table's column that stands for it
/// ("--t0", "t0_s"), with its text.
using GivenSettings = std::vector<std::pair<std::string, std::string>>;

/// All but dates, which need the clock of the frames: applyDates(). Throws SettingError.
void applySettings(Recipe& recipe, const GivenSettings& given);

/// Measures within that region: the crop's shapes, switched on.
void applyRegion(Recipe& recipe, const Region& region);

/// Refuses a time of the clock for frames that are only numbered: seconds would silently count frames. Throws SettingError.
void refuseTimesOfNumbers(const GivenSettings& given);

/// Refuses a time of the quench, given or of the recipe, for frames whose names have bare numbers that nobody took for times:
/// before they counted as seconds. Throws SettingError that names the options which decide it.
void refuseUnsaidNumbers(const Session& session);

/// Dates on the clock that the times of the session's frames are of. Throws SettingError where that clock is not known.
void applyDates(Session& session, const GivenSettings& given);

}  // namespace coarsen
