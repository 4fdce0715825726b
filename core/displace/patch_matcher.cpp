// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/patch_matcher.hpp"

#include "core/correlate/engines.hpp"
#include "core/displace/map_peak.hpp"
#include "core/displace/moved_picture.hpp"
#include "core/displace/shift_comparison.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr double leastValid = 0.5;  // part of a patch's pixels
constexpr double leastPairsOfPeak = 0.2;
constexpr double leastPeakDistancePx = 3;
constexpr double leastLikenessOfPatch = 0.35;
constexpr double farthestFromPeakPx = 1.5;
constexpr int mostSteps = 3;
constexpr double smallStepPx = 0.1;  // what is left of it by its gradients' noise does not matter

PlanShape shapeOf(int sizePx) {
    PlanShape shape;
    shape.width = shape.height = sizePx;
    shape.maxLag = sizePx / 3;
    shape.isAutocorrelation = false;
    shape.threads = 1;
    return shape;
}

MaskedImage partOf(const DrawnPicture& whole, const cv::Rect& place, int validPixels) {
    const cv::Mat pixels = whole.picture(place);
    if (validPixels == place.area()) return {imageFrom(pixels), Mask()};
    std::vector<std::uint8_t> valid;
    for (int y = place.y; y < place.br().y; ++y)
        valid.insert(valid.end(), whole.valid.ptr<std::uint8_t>(y) + place.x, whole.valid.ptr<std::uint8_t>(y) + place.br().x);
    return {imageFrom(pixels), Mask(place.width, place.height, std::move(valid))};
}

}  // namespace

PatchMatcher::PatchMatcher(const DrawnPicture& here, const DrawnPicture& moved, int sizePx)
    : here_(here),
      moved_(moved),
      sizePx_(sizePx),
      correlator_(cpuFftEngine(), shapeOf(sizePx), MeanMode::global, NormMode::count) {}

PatchMatch PatchMatcher::at(int left, int top, bool isLast) {
    const cv::Rect place(left, top, sizePx_, sizePx_);
    const int validHere = cv::countNonZero(here_.valid(place)), validMoved = cv::countNonZero(moved_.valid(place));
    if (std::min(validHere, validMoved) < leastValid * place.area()) return {};
    const CorrelationMap map = correlator_.crossCorrelation(partOf(moved_, place, validMoved), partOf(here_, place, validHere));
    const MapPeak peak = highestOf(map, leastPairsOfPeak);
    if (!peak.isFound()) return {};
    PatchMatch match;
    match.move = {static_cast<double>(peak.X0), static_cast<double>(peak.Y0)};
    if (isLast) {
        const double hill = std::max(leastPeakDistancePx, halfHeightRadius(map, peak));
        match.peakRatio = peak.value / secondOf(map, peak, hill, leastPairsOfPeak).value;
    }
    return settled(match, place, isLast);
}

/// By least squares from the peak on.
PatchMatch PatchMatcher::settled(PatchMatch match, const cv::Rect& place, bool isLast) const {
    const Move peak = match.move;
    Shift shift{peak.x, peak.y};
    for (int round = 1; round <= mostSteps; ++round) {
        const Comparison compared(here_.picture(place), movedPicture(moved_.picture, shift, place),
                                  movedValid(moved_.valid, shift, place) & here_.valid(place), false, UsualRest::rootMeanSquare);
        const cv::Vec3d step = compared.step();
        if (std::isnan(step[0]) || compared.count() < leastValid / 2 * place.area()) return match;
        const bool isClose = std::hypot(step[0], step[1]) < smallStepPx;
        if (std::hypot(shift.x - step[0] - peak.x, shift.y - step[1] - peak.y) > farthestFromPeakPx) return match;
        if (isLast && (isClose || round == mostSteps)) {
            if (compared.likeness() < leastLikenessOfPatch) return match;
            const std::vector<Equations> blocks = compared.blockEquations();
            Equations all;
            for (const Equations& block : blocks)
                all = all.with(block);
            const cv::Vec3d truer = all.solution();
            if (std::isnan(truer[0])) return match;
            FoundShift found{{shift.x - truer[0], shift.y - truer[1], compared.likeness()}};
            for (const Equations& block : blocks) {
                const cv::Vec3d without = all.without(block).solution();
                found.withoutBlock.push_back({shift.x - without[0], shift.y - without[1]});
            }
            const ShiftError error = found.error();
            match.move = {found.shift.x, found.shift.y};
            match.errorPx = std::sqrt((error.xPx * error.xPx + error.yPx * error.yPx) / 2);
            match.isSettled = true;
            return match;
        }
        shift.x -= step[0];
        shift.y -= step[1];
        if (isClose) break;
    }
    match.move = {shift.x, shift.y};
    match.isSettled = true;
    return match;
}

}  // namespace coarsen
