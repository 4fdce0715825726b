// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <cstddef>
#include <optional>

namespace coarsen {

/// An extremum between samples.
struct Extremum {
    double r = 0, value = 0;
};

/// How polynomials are fitted. They differ by rounding, some 1e-13 of the place: what stands in tables is found by the first,
/// which takes eight times as long, and the scatter of a jack-knife's replicates by the second.
enum class PolynomialFit { bySingularValues, byNormalEquations };

/// The maximum (`sign` +1) or minimum (-1) of a least-squares cubic over +-15 % of its own place (at least +-2 px), found from
/// r[index] on by moving the window with it; C1D between its samples is their cubic spline. Nothing when the cubic has no
/// such extremum inside its window (science/definitions.md). With `fine`, on quarter pixels (up to 20 px), the place is that
/// of a polynomial of fifth degree over +-20 %, found from the cubic's on: a cubic lies 0.03 % too far out.
std::optional<Extremum> refined(const RadialProfile& profile, std::size_t index, int sign, Refining refining,
                                PolynomialFit fit = PolynomialFit::bySingularValues);

}  // namespace coarsen
