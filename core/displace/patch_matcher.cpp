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

constexpr double leastValid = 0.5;          // part of a patch's pixels
constexpr double leastComparedPart = 0.25;  // the same once it is moved
constexpr double leastPairsOfPeak = 0.2;
constexpr double leastPeakDistancePx = 3;
constexpr double leastCorrelationOfPatch = 0.35;
constexpr double farthestPx = 1.5;  // from the peak
constexpr int mostSteps = 5;
constexpr double smallStepPx = 0.1;  // within it the equations' slope at the solution holds

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

PatchMatch PatchMatcher::at(int left, int top, PatchCare care) {
    const cv::Rect place(left, top, sizePx_, sizePx_);
    const int validHere = cv::countNonZero(here_.valid(place)), validMoved = cv::countNonZero(moved_.valid(place));
    if (std::min(validHere, validMoved) < leastValid * place.area()) return {};
    const CorrelationMap map = correlator_.crossCorrelation(partOf(moved_, place, validMoved), partOf(here_, place, validHere));
    const MapPeak peak = highestOf(map, leastPairsOfPeak);
    if (!peak.isFound()) return {};
    const Move move{static_cast<double>(peak.X0), static_cast<double>(peak.Y0)};
    if (care == PatchCare::peak) {
        const LagBetween between = parabolaAt(map, peak);
        PatchMatch match{{between.X0, between.Y0}};
        match.isSettled = true;
        return match;
    }
    if (care == PatchCare::step) return roughly(move, place);
    PatchMatch match = settled(move, place);
    const double hill = std::max(leastPeakDistancePx, halfHeightRadius(map, peak));
    const MapPeak second = secondOf(map, peak, hill, leastPairsOfPeak);
    if (second.value > 0) match.peakRatio = peak.value / second.value;
    return match;
}

/// The place of `moved` that the shift brings here, and where both are known; without a copy where it is whole pixels.
ShiftComparison PatchMatcher::comparedAt(const Shift& shift, const cv::Rect& place) const {
    const cv::Rect there = place + cv::Point(static_cast<int>(std::floor(shift.x)), static_cast<int>(std::floor(shift.y)));
    const bool isWhole = there.x - place.x == shift.x && there.y - place.y == shift.y;
    const bool isInside = (there & cv::Rect({0, 0}, moved_.picture.size())) == there;
    if (isWhole && isInside)
        return {here_.picture(place), moved_.picture(there), moved_.valid(there) & here_.valid(place), false,
                UsualRest::rootMeanSquare};
    return {here_.picture(place), movedPicture(moved_.picture, shift, place),
            movedValid(moved_.valid, shift, place) & here_.valid(place), false, UsualRest::rootMeanSquare};
}

/// By one step of least squares from the peak on: what is left of it, the next pass sees.
PatchMatch PatchMatcher::roughly(const Move& peak, const cv::Rect& place) const {
    const ShiftComparison compared = comparedAt({peak.x, peak.y}, place);
    const cv::Vec3d step = compared.step();
    if (std::isnan(step[0]) || compared.count() < leastComparedPart * place.area() || std::hypot(step[0], step[1]) > farthestPx)
        return {peak};
    PatchMatch match{{peak.x - step[0], peak.y - step[1]}};
    match.isSettled = true;
    return match;
}

/// By least squares from the peak on until it settles, with its error.
PatchMatch PatchMatcher::settled(const Move& peak, const cv::Rect& place) const {
    PatchMatch match{peak};
    Shift shift{peak.x, peak.y};
    for (int round = 1; round <= mostSteps; ++round) {
        const ShiftComparison compared = comparedAt(shift, place);
        if (compared.count() < leastComparedPart * place.area()) break;
        const std::vector<Equations> blocks = compared.blockEquations();
        Equations all;
        for (const Equations& block : blocks)
            all = all.with(block);
        cv::Vec3d step = all.solution();
        const bool isClose = std::hypot(step[0], step[1]) < smallStepPx;
        if (!isClose) step = compared.step();  // farther away, and where patches are little alike, that slope may point anywhere
        if (std::isnan(step[0]) || std::hypot(shift.x - step[0] - peak.x, shift.y - step[1] - peak.y) > farthestPx) break;
        if (!isClose && round < mostSteps) {
            shift = {shift.x - step[0], shift.y - step[1]};
            continue;
        }
        if (compared.correlation() < leastCorrelationOfPatch) break;
        FoundShift found{{shift.x - step[0], shift.y - step[1]}, {}, isClose ? 0 : std::hypot(step[0], step[1])};
        for (const Equations& block : blocks) {
            const cv::Vec3d without = all.without(block).solution();
            found.withoutBlock.push_back({shift.x - without[0], shift.y - without[1]});
        }
        const ShiftError error = found.error();
        match.move = {found.shift.x, found.shift.y};
        match.errorPx = std::sqrt((error.xPx * error.xPx + error.yPx * error.yPx) / 2);
        match.isSettled = true;
        break;
    }
    return match;
}

}  // namespace coarsen
