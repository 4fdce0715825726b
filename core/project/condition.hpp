// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/sample.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// Repeats of one condition as one growth, fitted by the law and settings of the first of them. Its times count from the quench
/// (origin() is 0), but those of a single sample are its own.
struct Condition : FittedGrowth {
    std::string name;                  ///< the group's; of a sample without one its own
    double x = Sample::nan;            ///< the mean of its samples' numbers; NaN: none has one
    std::vector<std::size_t> samples;  ///< their places in the list that it was made of, also of those that have nothing
    int repeats = 0;                   ///< of its samples, those that have something
    std::vector<int> repeatsAt;        ///< by point of `growth`: how many stand behind it
    std::string problem;               ///< why there is no growth (nothing measured, px beside um), in a sentence; else empty
    std::vector<std::string> notes;    ///< remarks, in sentences: repeats that differ by more than the errors say

    bool isSingle() const { return repeats == 1; }
};

/// Joins the repeats of each group; a sample without a group is a condition of its own. In order of x, then as they come; those
/// without a number last.
///
/// Times are those since each repeat's own quench (its first frame where none is known). Points within a tenth of the interval
/// are of one time, the mean of theirs. A repeat without a point there is interpolated linearly in ln R over ln t, as long as all
/// repeats span that time; elsewhere those count that are there, and the fit, whose range ends where the first repeat does,
/// passes over it. R is the mean, its error the larger one of sd/sqrt(M) and the mean own error/sqrt(M); of a single one its own.
/// Frames that a user leaves out have no part.
std::vector<Condition> conditionsOf(const std::vector<Sample>& samples);

}  // namespace coarsen
