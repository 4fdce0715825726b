// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/units_in_names.hpp"

#include "core/base/units.hpp"
#include "core/series/names/plain_name.hpp"

#include <algorithm>
#include <array>

namespace coarsen::names {

double nextSmallerUnit(double seconds) {
    static const std::array steps{*secondsIn("wk"), *secondsIn("d"), *secondsIn("h"), *secondsIn("min"), *secondsIn("s")};
    const auto* const unit = std::ranges::find(steps, seconds);
    return unit == steps.end() || unit + 1 == steps.end() ? 0 : *(unit + 1);
}

std::optional<double> secondsOfUnitBefore(std::string_view word) {
    constexpr std::array writtenOut{"day", "days", "week", "weeks", "wk", "wks", "hour", "hours", "minute", "minutes", "seconds"};
    const std::string small = inSmallLetters(word);
    return std::ranges::find(writtenOut, small) == writtenOut.end() ? std::nullopt : secondsIn(small);
}

}  // namespace coarsen::names
