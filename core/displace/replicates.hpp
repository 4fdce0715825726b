// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes OpenCV.

#include "core/displace/shift_comparison.hpp"

#include <vector>

namespace coarsen {

/// The shift that is left when the content still has to move back by that step. moved(T p) = here(E p), E small: so it is
/// moved(T E^-1 q) that equals here(q).
Shift corrected(const Shift& shift, const cv::Vec3d& step, double cornerPx);

/// The shift found without each of the blocks in turn; none where one of these cannot be told.
std::vector<Shift> replicatesOf(const std::vector<Equations>& blocks, const Shift& shift, double cornerPx);

/// The shift after one more step, by the equations of all blocks, with its replicates. No turns. `moments`: of all pixels, once
/// the shift before is undone; not found where they are less alike than that.
FoundShift lastStep(const std::vector<Equations>& blocks, const PairMoments& moments, const Shift& shift,
                    double leastCorrelation);

}  // namespace coarsen
