// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace coarsen::names {

/// A date with a time of day in a plain name.
struct ClockInName {
    std::optional<double> dayFirst, monthFirst;  ///< seconds since 1970 as the date may be read; equal where it is clear
    double ofDay = 0;                            ///< seconds since midnight
    bool isUnsure = false;                       ///< hours and minutes that may be a counter: 20230115_1234
    std::size_t from = 0, to = 0;
};

/// All dates with a time of day, from the left: 2009-03-16T14-00-00.25, IMG_20230115_123404, 2020y03m01d_14h30m,
/// 2026-03-01_10.02.00PM, 25-01-2026 12-00-00, 15-Jan-2026_12-00-00. Dates alone are none.
std::vector<ClockInName> clocksIn(std::string_view text);

/// Behind a date without a time of day that begins there, so that nothing in it is taken for a number.
std::optional<std::size_t> endOfDate(std::string_view text, std::size_t at);

}  // namespace coarsen::names
