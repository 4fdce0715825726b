// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/refinement.hpp"

#include "core/base/parallel.hpp"
#include "core/displace/match_rules.hpp"
#include "core/displace/moved_picture.hpp"
#include "core/displace/part_moves.hpp"
#include "core/displace/replicates.hpp"
#include "core/displace/shift_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

Refinement::Refinement(cv::Mat here, cv::Mat validHere, cv::Mat moved, cv::Mat validMoved, cv::Rect place,
                       RefinementLimits limits)
    : here_(std::move(here)),
      validHere_(std::move(validHere)),
      moved_(std::move(moved)),
      validMoved_(std::move(validMoved)),
      place_(place),
      limits_(limits) {}

Refinement::Refinement(const PreparedPicture& here, const PreparedPicture& moved, RefinementLimits limits)
    : Refinement(viewOf(here.smooth), viewOf(here.inner), viewOf(moved.smooth), viewOf(moved.inner),
                 {0, 0, here.smooth.width(), here.smooth.height()}, limits) {}

ShiftComparison Refinement::comparedAt(const Shift& shift, int everyRow) const {
    return {here_(place_),
            movedPicture(moved_, shift, place_, everyRow),
            movedValid(validMoved_, shift, place_, everyRow) & validHere_(place_),
            limits_.turns,
            UsualRest::median,
            everyRow};
}

FoundShift Refinement::from(const Shift& start) const {
    const double cornerPx = std::hypot((place_.width - 1) / 2.0, (place_.height - 1) / 2.0);
    const double enoughPx = limits_.everyRow > 1 ? MatchRules::nearlySettledPx : MatchRules::settledPx;
    Shift shift = start;
    for (int round = 0; round < MatchRules::mostRounds; ++round) {
        if (limits_.threads.stop.stop_requested()) return FoundShift::none();
        const ShiftComparison compared = comparedAt(shift, limits_.everyRow);
        const cv::Vec3d step = compared.step();
        if (compared.count() < limits_.leastOverlap * place_.area() || std::isnan(step[0])) return FoundShift::none();
        shift = corrected(shift, step, cornerPx);
        shift.correlation = compared.correlation();
        if (std::hypot(shift.x - start.x, shift.y - start.y) > limits_.farthestPx) return FoundShift::none();
        if (std::hypot(step[0], step[1]) + std::abs(step[2]) / cornerPx * place_.width / 2 < enoughPx) {
            if (limits_.everyRow > 1) return stripByStrip(shift, compared);
            break;
        }
    }
    if (shift.correlation < limits_.leastCorrelation || limits_.threads.stop.stop_requested()) return FoundShift::none();

    const std::vector<Equations> blocks = comparedAt(shift, 1).blockEquations();
    FoundShift found{shift, replicatesOf(blocks, shift, cornerPx), MatchRules::settledPx};
    if (found.withoutBlock.empty()) return {shift};
    if (limits_.tellsParts && doPartsDiffer(blocks)) found.partsDifferPx = largestDifference(partMoves(shift));
    return found;
}

/// The last step of those that saw only some rows, a strip of blocks at a time: a strip that is drawn stays in the cache until it
/// is compared.
FoundShift Refinement::stripByStrip(const Shift& shift, const ShiftComparison& compared) const {
    std::vector<std::vector<Equations>> strips(shiftBlocksAcross);
    std::vector<PairMoments> moments(shiftBlocksAcross);
    const auto firstOf = [&](int strip) { return std::clamp(strip * place_.height / shiftBlocksAcross, 1, place_.height - 1); };
    parallelFor(shiftBlocksAcross, limits_.threads, [&](std::size_t strip) {
        const int first = firstOf(static_cast<int>(strip)), last = firstOf(static_cast<int>(strip) + 1);
        const cv::Rect rows(place_.x, place_.y + first - 1, place_.width, last - first + 2);
        const ShiftComparison one(here_(rows), movedPicture(moved_, shift, rows),
                                  movedValid(validMoved_, shift, rows) & validHere_(rows), compared);
        strips[strip] = one.blockEquations();
        moments[strip] = one.moments();
    });
    if (limits_.threads.stop.stop_requested()) return FoundShift::none();
    std::vector<Equations> blocks;
    PairMoments all;
    for (std::size_t strip = 0; strip < strips.size(); ++strip) {
        blocks.insert(blocks.end(), strips[strip].begin(), strips[strip].end());
        all.add(moments[strip]);
    }
    return lastStep(blocks, all, shift, limits_.leastCorrelation);
}

/// How far each part of the picture moves; without parts that nothing can be said of.
std::vector<cv::Vec2d> Refinement::partMoves(const Shift& shift) const {
    const cv::Mat still = movedPicture(moved_, shift, place_), valid = movedValid(validMoved_, shift, place_);
    std::vector<cv::Vec2d> moves;
    for (int part = 0; part < partsAcross * partsAcross && !limits_.threads.stop.stop_requested(); ++part) {
        const int column = part % partsAcross, row = part / partsAcross;
        const cv::Point begin{column * place_.width / partsAcross, row * place_.height / partsAcross};
        const cv::Point end{(column + 1) * place_.width / partsAcross, (row + 1) * place_.height / partsAcross};
        RefinementLimits limits = limits_;
        limits.turns = limits.tellsParts = false;
        limits.farthestPx = std::min(end.x - begin.x, end.y - begin.y) / 3.0;
        const Refinement refinement(here_(place_), validHere_(place_), still, valid, {begin, end}, limits);
        const FoundShift found = refinement.from({0, 0});
        if (found.shift.isFound()) moves.emplace_back(found.shift.x, found.shift.y);
    }
    return moves;
}

}  // namespace coarsen
