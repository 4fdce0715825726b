// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace coarsen::test {

/// How far a number may lie from its pin, for another processor rounds otherwise: `part` of the size of the first of `of` that is
/// known, or `atLeast`, whichever is larger. `of` names columns of the same row, or keys beside or above the number; where none
/// of them is known it is 1e-5 of the pin. An empty `of` is the pin itself.
struct Tolerance {
    std::string_view number;  ///< column of a table, or key of fit.json and session.coarsen
    double part = 0;
    std::vector<std::string_view> of;
    double atLeast = 0;
};

/// The rule for a column or key; null where it must be the same to the last digit.
const Tolerance* toleranceOf(std::string_view number);

/// True for what says when, with which version and on which machine it was measured, and for hashes: they are free to change.
bool isFree(std::string_view name);

}  // namespace coarsen::test
