// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/names/number_in_name.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace coarsen::names {

/// A number with what is behind it: "5min" of "1h5min".
struct TimePart {
    WrittenNumber number;
    std::string_view word;       ///< behind it; empty: none
    bool isApart = false;        ///< a space, '_' or '-' stands between
    bool isLetterM = false;      ///< minutes only behind hours or before seconds
    std::optional<double> unit;  ///< seconds
    std::size_t to = 0;
};

/// The number whose first digit is there, with the letters behind it; those that stand apart only where they may and are a unit.
std::optional<TimePart> timePart(std::string_view text, std::size_t at, bool mayBeApart);

/// The part and those that go on from it: 1h30min, 1h40, 1h_40min, 00d12h00m. Empty where what follows it at once makes no sense,
/// or where an m is not clear.
std::vector<TimePart> compoundFrom(std::string_view text, const TimePart& first);

double secondsOf(const std::vector<TimePart>& parts);

}  // namespace coarsen::names
