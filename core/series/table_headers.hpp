// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/time_columns.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// The unit of a column that a word means, of core/base/units.hpp or the form of a duration, "hh:mm:ss". Letters that stand alone
/// have any case: what stands there is known to be a unit.
std::optional<ColumnUnit> columnUnitNamed(std::string_view word);

/// A column's header taken apart: "Elapsed time (min.)" is "elapsed time" in minutes; "t / h", "Time_s", "time, s", "time in h"
/// likewise; "h" is nothing in hours.
struct ColumnHeader {
    std::string name;  ///< in small letters
    ColumnUnit unit = ColumnUnit::told;
    std::string unread;  ///< what stands where a unit does, and is none: "fortnight"
};
ColumnHeader columnHeader(std::string_view header);

/// True where a header is one by which tables call times, or the images' names, or their numbers, whatever their unit is.
bool isCalledTime(std::string_view header);
bool isCalledFile(std::string_view header);
bool isCalledNumber(std::string_view header);
/// True where the header calls the times dates.
bool isCalledDate(std::string_view header);

}  // namespace coarsen
