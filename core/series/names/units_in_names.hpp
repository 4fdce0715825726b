// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace coarsen::names {

/// The unit one step below in weeks, days, hours, minutes and seconds; 0 below seconds.
double nextSmallerUnit(double seconds);

/// Seconds in a unit written out before its number: "day" of "day3".
std::optional<double> secondsOfUnitBefore(std::string_view word);

}  // namespace coarsen::names
