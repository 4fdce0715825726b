// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbour_correlation.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

double neighbourCorrelationOf(const NeighbourCorrelations& neighbourCorrelations, int frame) {
    const auto known = neighbourCorrelations.find(frame);
    return known == neighbourCorrelations.end() ? std::numeric_limits<double>::quiet_NaN() : known->second;
}

NeighbourCorrelations inOtherOrder(const NeighbourCorrelations& neighbourCorrelations, const std::vector<int>& before,
                                   const std::vector<int>& now) {
    std::map<std::pair<int, int>, double> ofPair;  // two frames are as like each other as the other way round
    for (std::size_t place = 1; place < before.size(); ++place)
        if (const auto known = neighbourCorrelations.find(before[place]); known != neighbourCorrelations.end())
            ofPair[std::minmax(before[place - 1], before[place])] = known->second;
    NeighbourCorrelations correlationsNow;
    for (std::size_t place = 1; place < now.size(); ++place)
        if (const auto known = ofPair.find(std::minmax(now[place - 1], now[place])); known != ofPair.end())
            correlationsNow[now[place]] = known->second;
    return correlationsNow;
}

SketchedFrame sketchedFrame(const FrameResult& row, PatternSketch sketch) {
    sketch.patternPart = patternPart(row.profile, sketch);
    return {std::move(sketch), row.rMax.px};
}

double neighbourCorrelation(const SketchedFrame& before, const SketchedFrame& after) {
    const bool hasBoth = !before.sketch.isEmpty() && !after.sketch.isEmpty();
    return hasBoth ? sharedPattern(before.sketch, after.sketch, after.rMaxPx / before.rMaxPx)
                   : std::numeric_limits<double>::quiet_NaN();
}

NeighbourPairs::NeighbourPairs(std::vector<bool> followsTheOneBefore)
    : follows_(std::move(followsTheOneBefore)),
      frames_(follows_.size()),
      correlations_(follows_.size(), std::numeric_limits<double>::quiet_NaN()) {}

void NeighbourPairs::add(std::size_t item, SketchedFrame frame) {
    const auto own = std::make_shared<const SketchedFrame>(std::move(frame));
    std::shared_ptr<const SketchedFrame> before, after;
    {
        const std::lock_guard lock(mutex_);
        frames_[item] = own;
        if (follows(item)) before = frames_[item - 1];
        if (follows(item + 1)) after = frames_[item + 1];
    }
    if (before) compare(item, *before, *own);
    if (after) compare(item + 1, *own, *after);
}

void NeighbourPairs::compare(std::size_t item, const SketchedFrame& before, const SketchedFrame& after) {
    const double correlation = neighbourCorrelation(before, after);
    const std::lock_guard lock(mutex_);
    correlations_[item] = correlation;
}

double NeighbourPairs::take(std::size_t item) {
    const std::lock_guard lock(mutex_);
    if (item > 0) frames_[item - 1].reset();
    return correlations_[item];
}

}  // namespace coarsen
