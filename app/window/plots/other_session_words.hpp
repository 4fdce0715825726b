// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

#include <QString>

namespace coarsen::window {

// What is said of another session's result that is held against this one; empty where none is.

/// Two lines: which marks are whose.
QString otherSessionLegend(const GrowthData& data);
/// Mean and largest difference, how many frames, whether within the errors.
QString otherSessionSentence(const GrowthData& data);
/// All settings that differ, a line each, and what else to know.
QString otherSessionDetails(const GrowthData& data);

/// "+0.12 (0.4)": the difference in the chart's unit and in errors; empty where not both have the length.
QString differenceText(const GrowthData& data, int frame);

}  // namespace coarsen::window
