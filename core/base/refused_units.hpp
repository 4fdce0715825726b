// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// Why a word is no unit, and what to write instead.
struct RefusedUnit {
    std::string why;      ///< "minutes or metres?"; may be empty
    std::string instead;  ///< "min"; empty: there is none of the same length
};

/// Reads words that people write for units of time and that are not taken (core/base/units.hpp has those that are): m, months,
/// capitals, and words of other languages.
std::optional<RefusedUnit> refusedUnit(std::string_view word);

}  // namespace coarsen
