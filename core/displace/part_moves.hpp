// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes OpenCV.

#include "core/displace/shift_comparison.hpp"

#include <vector>

namespace coarsen {

/// Division of a picture into 3 x 3 parts, each of 2 x 2 blocks.
constexpr int partsAcross = 3;

/// True where the parts pull at their common shift in different directions, by more than the blocks within a part do (analysis of
/// variance). `blocks`: ShiftComparison::blockEquations at the common shift.
bool doPartsDiffer(const std::vector<Equations>& blocks);

/// The largest difference of two moves, px; 0 where it is less than specks on the sensor can make it.
double largestDifference(const std::vector<cv::Vec2d>& moves);

}  // namespace coarsen
