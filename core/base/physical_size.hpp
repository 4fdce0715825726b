// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>

namespace coarsen {

/// From a nucleus to a solar system: a side of a pixel or a voxel beyond is a mistake, and reckoning with it runs out of numbers.
inline constexpr double leastSideUm = 1e-9, mostSideUm = 1e18;

/// How many times another a side may be. The thinnest optical sections and the widest steps of a stage are within 30; a sphere
/// one voxel thick along one axis is as many along another, and all that is sampled on spheres grows with it.
inline constexpr double mostTimesAnother = 100;

/// True where a pixel or a voxel can have that side, µm; NaN is none.
bool isSide(double um);

/// True where a pixel or a voxel can have these sides, µm, together.
bool areSides(std::initializer_list<double> um);

/// "a side is 1e-09 to 1e+18 µm, and no more than 100 times another".
std::string sidesRule();

/// "1e-20 × 0.5 µm, which cannot be (a side is ...)"; without a unit where the sides only say what they are to each other.
std::string impossibleSides(std::initializer_list<double> sides, bool areInUm = true);

}  // namespace coarsen
