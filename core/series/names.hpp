// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/said.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Facts that the names of a series state, read together: a number is the time only where it stands in every name and varies.
struct FactsOfNames {
    enum class Kind { order, elapsed, clock };
    Kind kind = Kind::order;      ///< `order`: no time that is beyond doubt, so names only tell what comes before what
    std::vector<double> seconds;  ///< of each name: elapsed, or since 1970 by the names' clock; empty of `order`
    bool isDayKnown = true;       ///< of `clock`: else (03-01-2026 in all names) seconds count from that day's midnight
    std::string by;               ///< source, for messages: "the names ('t0012s')"; empty of `order`

    /// The numbers that `--times-from names:UNIT` counts in its unit, by name: those bare behind t or time (t001, t_0.5), else
    /// those of a unit that is refused (5m). Nothing of a name without one; empty where none varies.
    std::vector<std::optional<double>> numbers;

    /// Where a name says that its picture belongs, as written: numbers of t and z ("t003": 3), words of the others ("ch01",
    /// "DAPI", "pos_1", "A01 f02"). A t that is read as a time with a unit is none.
    struct Axes {
        std::optional<double> t, z;
        std::optional<std::string> channel, position;

        bool operator==(const Axes&) const = default;
    };
    std::vector<Axes> axes;  ///< of each name

    std::vector<Said> said;  ///< names.unit-refused, names.ambiguous, names.positions, time.numbers; of one name alone nothing
};

/// Reads file names without folder and extension; any bytes will do. A name alone is a set of one, in which everything varies.
/// Where only a part of a series is kept (one channel, one position), the names of that part are read again: times that repeat
/// from channel to channel are times within one.
FactsOfNames factsOfNames(const std::vector<std::string>& stems);

/// The names' bare numbers counted in a unit; nothing where a name has none, or more seconds than a number holds.
std::optional<std::vector<double>> numbersInUnit(const FactsOfNames& facts, double secondsPerUnit);

}  // namespace coarsen
