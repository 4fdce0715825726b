// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock_time.hpp"
#include "core/series/time_columns.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// How many numbers a duration consists of: 3 of 1:05:30, 2 of 12:30, 0 of what is none. A sign may stand before it, and
/// decimals behind its last number.
int partsOfDuration(std::string_view text);

/// Seconds of a duration: hours, minutes and seconds where it has three parts, else what the form says that two are.
std::optional<double> secondsOfDuration(std::string_view text, ColumnUnit form);

/// True where the text is a date and time in any order of day and month.
bool isSomeDate(const std::string& text);

/// The order in which all dates of a column can be read, those that need one; unknown where both orders can and differ, for then
/// 3/1/2026 is not to be told, or where neither can.
DateOrder orderOfDates(const std::vector<std::string>& texts);

/// The first number of a column whose only comma may be a decimal point as well as group thousands, "1,234", where no other
/// number in it tells which: "0,5" and "12,75" would. Nothing where there is none.
std::optional<std::size_t> firstDoubtfulComma(const std::vector<std::string>& texts);

}  // namespace coarsen
