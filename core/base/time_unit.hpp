// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace coarsen {

/// A unit that times are typed and shown in; `automatic` leaves it to the length of the series. `clock`: as a date and time of
/// day (core/base/clock_time.hpp), which a single moment may be typed as.
enum class TimeUnit { automatic, second, minute, hour, day, clock };
std::string_view nameOf(TimeUnit unit);  ///< "automatic", "s", "min", "h", "d", "clock"
double secondsIn(TimeUnit unit);         ///< 3600 for an hour; 1 for automatic and clock

/// The unit that a word means: s, sec, second(s), min, minute(s), h, hr, hour(s), d, day(s), in any case; or nothing. Neither
/// months nor a bare "m" is one.
std::optional<TimeUnit> timeUnitNamed(std::string_view word);

/// A time as somebody writes it: "90", "-20 h", "7,5 min", "−2 days". `unit` is automatic where none was written; the number is
/// then taken to be in `bare`.
struct TypedTime {
    double seconds = 0;
    TimeUnit unit = TimeUnit::automatic;

    bool operator==(const TypedTime&) const = default;
};
std::optional<TypedTime> typedTime(std::string_view text, TimeUnit bare = TimeUnit::second);

}  // namespace coarsen
