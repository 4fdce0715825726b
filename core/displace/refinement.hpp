// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes OpenCV.

#include "core/base/threads.hpp"
#include "core/displace/match_rules.hpp"
#include "core/displace/prepared_picture.hpp"
#include "core/displace/shift.hpp"
#include "core/image/opencv.hpp"

#include <vector>

namespace coarsen {

class ShiftComparison;

/// Limits that a refined shift has to keep.
struct RefinementLimits {
    double farthestPx = MatchRules::farthestPx;              ///< from where it started
    double leastOverlap = MatchRules::leastOverlap;          ///< part of the place's pixels that both pictures define
    double leastCorrelation = MatchRules::leastCorrelation;  ///< of the pictures once the shift is undone
    bool turns = false;                                      ///< the picture may be turned, too
    bool tellsParts = false;                                 ///< and by how much its parts move differently
    /// Rounds look at each so-many-th row only; the last step, which then corrects the shift as well, looks at all.
    int everyRow = 1;
    Threads threads = 1;  ///< of that last step; a stop ends any
};

/// Least squares on the pixels of two pictures (Lucas & Kanade 1981), from a shift that is right to a pixel or two on: to about a
/// hundredth of a pixel, with the replicates of its jack-knife.
class Refinement {
public:
    /// Pictures smoothed by a pixel (CV_32F), and where neither the smoothing nor a gradient takes from what is not valid (CV_8U,
    /// 0 or 1). Compared is `place` of `here`; its partners may lie anywhere in `moved`.
    Refinement(cv::Mat here, cv::Mat validHere, cv::Mat moved, cv::Mat validMoved, cv::Rect place, RefinementLimits limits);
    /// Refines on two whole pictures of one size, which must outlive it.
    Refinement(const PreparedPicture& here, const PreparedPicture& moved, RefinementLimits limits);

    /// How far `moved` sits right of and below `here`; not found where the limits are not kept, and after a stop.
    FoundShift from(const Shift& start) const;

private:
    cv::Mat here_, validHere_, moved_, validMoved_;
    cv::Rect place_;
    RefinementLimits limits_;

    ShiftComparison comparedAt(const Shift& shift, int everyRow) const;
    FoundShift stripByStrip(const Shift& shift, const ShiftComparison& compared) const;
    std::vector<cv::Vec2d> partMoves(const Shift& shift) const;
};

}  // namespace coarsen
