// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/said.hpp"

#include <string>

namespace coarsen::names {

/// Part of a name that a message shows: a time in it, as written.
struct Shown {
    std::string time, name;
};

Said saidOfTwo(const Shown& one, const Shown& other);
Said saidOfRepeats(const Shown& time);
Said saidOfHyphen(const Shown& time);
Said saidOfSomeUnits(const Shown& bare, const Shown& time);
Said saidOfDays(const Shown& date);
Said saidOfCounter(const Shown& clock);
/// `isOffered`: `--times-from names:UNIT` would count these numbers.
Said saidOfUnit(const Shown& time, const std::string& unit, bool isApart, bool isOffered);
Said saidOfNumbers(const Shown& number);
Said saidOfPositions(const std::string& position);

}  // namespace coarsen::names
