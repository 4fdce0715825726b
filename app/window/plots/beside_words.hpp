// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

#include <QString>

namespace coarsen::window {

// What is said of another session's result that is held against this one; empty where none is.

QString besideLegend(const GrowthData& data);    ///< two lines: which marks are whose
QString besideSentence(const GrowthData& data);  ///< mean and largest difference, how many frames, whether within the errors
QString besideDetails(const GrowthData& data);   ///< all settings that differ, a line each, and what else to know

/// "+0.12 (0.4)": the difference in the chart's unit and in errors; empty where not both have the length.
QString differenceText(const GrowthData& data, int frame);

}  // namespace coarsen::window
