// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A condition as a folder's name states it.
struct ConditionNumber {
    double value = 0;
    std::string unit;  ///< "C", "mM", "%"; empty: none

    bool operator==(const ConditionNumber&) const = default;
};

/// The one number that a name holds, "sample 20.5C" or "20", or of several the one that it begins with and that has a unit,
/// "20C_run2"; else nothing, as of a date. A comma between digits is a decimal point; a minus counts where no letter or digit is
/// before it.
std::optional<ConditionNumber> conditionNumber(std::string_view name);

/// Condition of each name that others are repeats of, too: "20C" of "20C-1" and "20C-2", "20C_rep1", "20C b"; empty where
/// fewer than two share it, or where it holds no number with `onlyNumbered`, for sample-1 and sample-2 may be two samples.
std::vector<std::string> sharedConditions(const std::vector<std::string>& names, bool onlyNumbered);

/// Label of a number of that unit in charts: "temperature (°C)", "x (mM)"; empty without a unit.
std::string labelOfUnit(std::string_view unit);

}  // namespace coarsen
