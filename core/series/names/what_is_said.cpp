// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/what_is_said.hpp"

#include "core/base/refused_units.hpp"
#include "core/base/units.hpp"
#include "core/base/utf8.hpp"

namespace coarsen::names {

namespace {

constexpr const char* ambiguous = "names.ambiguous";

std::string quoted(const std::string& text) {
    return "'" + text + "'";
}

std::string within(const Shown& time) {
    return quoted(time.time) + (time.time == time.name ? "" : " in " + quoted(time.name));
}

}  // namespace

Said saidOfTwo(const Shown& one, const Shown& other) {
    return {ambiguous,
            quoted(one.time) + " and " + within(other) +
                " could both be the time, so neither is taken: write t= before the one that is.",
            ""};
}

Said saidOfRepeats(const Shown& time) {
    return {
        ambiguous,
        within(time) +
            " stands in other names, too, as an exposure would, and is not taken for the time: where it is, write t= before it.",
        ""};
}

Said saidOfHyphen(const Shown& time) {
    return {
        ambiguous,
        "The '-' of " + within(time) + " may be a sign or a hyphen, so no time is taken from the names: write t=-10s or t=10s.",
        ""};
}

Said saidOfSomeUnits(const Shown& bare, const Shown& time) {
    return {ambiguous, within(bare) + " has no unit, " + within(time) + " has one: write it in every name.", ""};
}

Said saidOfDays(const Shown& date) {
    return {ambiguous,
            within(date) + " may begin with the day or with the month, so no time is taken from the names: write 2026-01-31.",
            ""};
}

Said saidOfCounter(const Shown& clock) {
    return {ambiguous,
            within(clock) + " may end in hours and minutes or in a counter: write 14h05 or 140500 where it is a time of day.",
            ""};
}

Said saidOfUnit(const Shown& time, const std::string& unit, bool isApart, bool isOffered) {
    const auto refused = isApart ? RefusedUnit{"", unit} : refusedUnit(unit).value_or(RefusedUnit{});
    const std::string why = refused.why.empty() ? "" : " (" + refused.why + ")";
    const std::string flag = isOffered && !refused.instead.empty() ? "--times-from names:" + refused.instead : "";
    const std::string write = refused.instead.empty() ? std::string(timeUnitsInWords) : refused.instead;
    const std::string what = isApart ? " stands apart from its number and may be no unit: write it right after the number"
                                     : " is not understood as a unit of time" + why + ": write " + write;
    return {"names.unit-refused", quoted(printable(unit)) + " in " + quoted(time.name) + what + ".", flag,
            flag.empty() ? "" : "Or say " + flag + "."};
}

Said saidOfNumbers(const Shown& number) {
    return {"time.numbers", "The numbers in the names (" + number.time + " …) only order the frames.", "--times-from names:s",
            "--times-from names:s takes them for seconds."};
}

Said saidOfPositions(const std::string& position) {
    return {"names.positions", "The names differ by position (" + position + " …) and tell no times.", ""};
}

}  // namespace coarsen::names
