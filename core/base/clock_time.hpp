// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// A date and time of day, as a clock on the wall shows it.
struct ClockTime {
    double seconds = 0;          ///< since 1970-01-01 00:00 on that clock
    std::optional<double> zone;  ///< seconds that the clock is ahead of UTC, where that is written

    bool operator==(const ClockTime&) const = default;
};

/// The part that stands first in a date that ends with its year and has '/' or '-' between: 3/1/2026 is March in one country and
/// January in another.
enum class DateOrder { unknown, dayFirst, monthFirst };

/// The moment that the whole text spells: "2026-03-01 14:05:00", with T between, '/', '.' or ':' in the date, "1.3.2026 14:05",
/// "2:05 PM", a fraction of a second, "Z" or "+01:00" behind; a date alone is its midnight. 3/1/2026 and 3-1-2026 are read where
/// their order is known. Nothing for anything else.
std::optional<ClockTime> clockTime(std::string_view text, DateOrder order = DateOrder::unknown);

/// "2026-03-01 14:05:00", with a fraction where there is one.
std::string clockText(double seconds);

}  // namespace coarsen
