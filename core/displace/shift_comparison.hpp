// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes OpenCV.

#include "core/displace/match_loops.hpp"
#include "core/displace/shift.hpp"
#include "core/image/opencv.hpp"

#include <vector>

namespace coarsen {

/// Three unknowns: a move in x and y, and a turn in pixels at the picture's corners.
struct Equations {
    cv::Matx33d left = cv::Matx33d::zeros();
    cv::Vec3d right = {0, 0, 0};

    Equations with(const Equations& part) const { return {left + part.left, right + part.right}; }
    Equations without(const Equations& part) const { return {left - part.left, right - part.right}; }

    /// NaN where a move cannot be seen: along stripes. No turn where none was looked for.
    cv::Vec3d solution() const;
};

/// Pearson's correlation of two pictures; 0 where one of them has no contrast.
double correlationOf(const PairMoments& moments);

/// Scale that a pixel's rest is held against before it stops counting. Specks are few against a picture's median; in a patch of
/// particles on a dark ground the median is the ground's, and particles themselves would be specks.
enum class UsualRest { median, rootMeanSquare };

/// Two pictures, the second moved back by a shift that is nearly right, compared over the pixels that both define.
class ShiftComparison {
public:
    /// Both CV_32F; `valid` (CV_8U, 0 or 1) says where both are defined. The outermost rows and columns only serve gradients.
    /// Only the rows 1, 1 + everyRow, ... count; with any `everyRow` but 1 there is a step, and there are no block equations.
    ShiftComparison(cv::Mat here, cv::Mat moved, cv::Mat valid, bool turns, UsualRest usual = UsualRest::median,
                    int everyRow = 1);

    /// A strip of pictures that `whole` has compared, without a turn: means, gain and the reach of weights are its.
    ShiftComparison(cv::Mat here, cv::Mat moved, cv::Mat valid, const ShiftComparison& whole);

    double count() const { return moments_.count * everyRow_; }  ///< of pixels
    const PairMoments& moments() const { return moments_; }
    double correlation() const { return correlationOf(moments_); }  ///< Pearson's correlation

    /// Remaining shift by least squares of here(p + e + phi x (p - c)) = offset + gain * moved(p). (e, phi times the
    /// distance of a corner) by Gauss-Newton's step.
    cv::Vec3d step() const;

    /// The same, block by block of the picture, row by row, with the slope that the equations have at their solution, from both
    /// pictures' gradients: that of one alone is made too steep by its noise. A strip has one row of blocks.
    std::vector<Equations> blockEquations() const;

private:
    cv::Mat here_, moved_, valid_;
    bool turns_;
    int everyRow_;
    PairMoments moments_;
    int rowsOfBlocks_ = shiftBlocksAcross;
    double gain_ = 0, meanHere_ = 0, meanMoved_ = 0, limit_ = 0;

    void addMoments();
    MatchRow row(int y, int x) const;
    double usualRest() const;
    static int firstOf(int block, int size);
    std::vector<std::array<double, blockSums>> sumsOfBlocks() const;
    std::vector<std::array<double, blockSums>> sumsOfNarrowBlocks() const;
};

}  // namespace coarsen
