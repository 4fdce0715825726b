// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coarsen::names {

constexpr double secondsPerMinute = 60, secondsPerHour = 3600, secondsPerDay = 86400, secondsPerWeek = 604800;

/// Seconds in a unit of time, spelled plainly ("us"); in any case, but single letters small. "m" is none by itself.
std::optional<double> secondsIn(std::string_view unit);

/// The unit one step below in weeks, days, hours, minutes and seconds; 0 below seconds.
double nextSmallerUnit(double seconds);

/// Why a word is no unit, and what to write instead.
struct RefusedUnit {
    std::string why;      ///< "minutes or metres?"; may be empty
    std::string instead;  ///< "min"; empty: there is none of the same length
};
/// Of words that people write for units of time and that are not taken: m, months, capitals, and words of other languages.
std::optional<RefusedUnit> refusedUnit(std::string_view word);

/// Seconds in a unit written out before its number: "day" of "day3".
std::optional<double> secondsOfUnitBefore(std::string_view word);

}  // namespace coarsen::names
