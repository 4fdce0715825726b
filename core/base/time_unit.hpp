// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace coarsen {

/// A unit that times are shown in; `automatic` leaves it to the length of the series. `clock`: as a date and time of
/// day (core/base/clock_time.hpp), which a single moment may be typed as.
enum class TimeUnit { automatic, second, minute, hour, day, clock };
std::string_view nameOf(TimeUnit unit);  ///< "automatic", "s", "min", "h", "d", "clock"
double secondsIn(TimeUnit unit);         ///< 3600 for an hour; 1 for automatic and clock

/// The unit that a word means (core/base/units.hpp), in any case; or nothing. Times are shown neither in weeks nor in parts of a
/// second.
std::optional<TimeUnit> timeUnitNamed(std::string_view word);

/// A time as somebody writes it: "90", "-20 h", "7,5 min", "−2 days", "3 wk", "20 µs", in any unit of core/base/units.hpp.
/// `unit`: the one to show it in, days for weeks and seconds for parts of one; automatic where none was written, and the number
/// is then taken to be in `bare`.
struct TypedTime {
    double seconds = 0;
    TimeUnit unit = TimeUnit::automatic;

    bool operator==(const TypedTime&) const = default;
};
std::optional<TypedTime> typedTime(std::string_view text, TimeUnit bare = TimeUnit::second);

}  // namespace coarsen
