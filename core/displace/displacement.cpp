// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/displacement.hpp"

#include "core/base/error.hpp"
#include "core/displace/refinement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace coarsen {

namespace {
constexpr double leastPairs = 0.1;       // part of the most: with few, some lag always fits by chance
constexpr double leastHillPx = 3;        // decision D2: what counts as another peak
constexpr double leastCompared = 0.005;  // part of the image's pixels

MaskedImage channelOf(const MaskedImage& image, int channel) {
    if (image.image.channels() == 1) return image;
    return image.image.visit(
        [&]<typename T>(std::span<const T> pixels) -> MaskedImage {
            return {Image(image.image.width(), image.image.height(), std::vector<T>(pixels.begin(), pixels.end())), image.mask};
        },
        channel);
}

/// One channel's, where it settles near the peak.
FoundShift refinedIn(const MaskedImage& a, const MaskedImage& b, const MapPeak& peak, const std::stop_token& stop) {
    const PreparedPicture here = preparedPicture(a), moved = preparedPicture(b);
    if (!here.isReadable() || !moved.isReadable() || stop.stop_requested()) return FoundShift::none();
    RefinementLimits limits;
    limits.leastOverlap = leastCompared;
    limits.threads.stop = stop;
    return Refinement(here, moved, limits).from({static_cast<double>(peak.X0), static_cast<double>(peak.Y0)});
}

/// The mean of found shifts by their weights, block by block, so that what channels have in common is in its error.
FoundShift meanOf(const std::vector<FoundShift>& found, const std::vector<double>& weights) {
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    FoundShift mean;
    mean.shift.x = mean.shift.y = 0;
    mean.withoutBlock.assign(found.front().withoutBlock.size(), Shift{});
    for (std::size_t k = 0; k < found.size(); ++k) {
        const double weight = weights[k] / all;
        const auto add = [weight](Shift& sum, const Shift& one) {
            sum.x += weight * one.x;
            sum.y += weight * one.y;
            sum.correlation += weight * one.correlation;
        };
        add(mean.shift, found[k].shift);
        for (std::size_t block = 0; block < mean.withoutBlock.size(); ++block)
            add(mean.withoutBlock[block], found[k].withoutBlock[block]);
        mean.leftPx += weight * found[k].leftPx;
        mean.partsDifferPx = std::fmax(mean.partsDifferPx, found[k].partsDifferPx);
    }
    return mean;
}

FoundShift refinedInAll(const MaskedImage& a, const MaskedImage& b, const MapPeak& peak, const std::stop_token& stop) {
    std::vector<FoundShift> found;
    std::vector<double> weights;
    for (int channel = 0; channel < a.image.channels() && !stop.stop_requested(); ++channel) {
        FoundShift one = refinedIn(channelOf(a, channel), channelOf(b, channel), peak, stop);
        const ShiftError error = one.error();
        const double variance = error.xPx * error.xPx + error.yPx * error.yPx;
        if (a.image.channels() == 1) return one;
        if (!one.shift.isFound() || !(variance > 0)) continue;
        found.push_back(std::move(one));
        weights.push_back(1 / variance);
    }
    return found.empty() ? FoundShift::none() : meanOf(found, weights);
}

}  // namespace

Shift Displacement::shift() const {
    if (found.shift.isFound()) return found.shift;
    return {static_cast<double>(peak.X0), static_cast<double>(peak.Y0), std::numeric_limits<double>::quiet_NaN()};
}

Displacement displacementBetween(const MaskedImage& a, const MaskedImage& b, int maxLag,
                                 const std::shared_ptr<const CorrelationEngine>& engine, int threads, std::stop_token stop) {
    if (a.image.channels() != b.image.channels())
        throw InputError("",
                         "the two images have " + std::to_string(a.image.channels()) + " and " +
                             std::to_string(b.image.channels()) + " channels",
                         "compare images of as many");
    PlanShape shape;
    shape.width = a.image.width();
    shape.height = a.image.height();
    shape.maxLag = maxLag;
    shape.isAutocorrelation = false;
    shape.channels = a.image.channels();
    shape.type = a.image.type() == b.image.type() ? a.image.type() : PixelType::f32;
    shape.threads = threads;
    Correlator correlator(engine, shape, MeanMode::overlap, NormMode::local);
    Displacement answer;
    answer.map = correlator.crossCorrelation(b, a, stop);
    const MapPeak highest = highestOf(answer.map, leastPairs);
    answer.found = FoundShift::none();
    if (!highest.isFound()) return answer;
    const double radius = halfHeightRadius(answer.map, highest);
    const std::vector<MapPeak> tops = equalTops(answer.map, highest, std::numbers::pi * radius * radius, leastPairs);
    answer.peak = tops.front();
    const MapPeak& peak = answer.peak;
    const double hill = std::max(leastHillPx, halfHeightRadius(answer.map, peak));
    answer.second = secondOf(answer.map, peak, hill, leastPairs);
    answer.isAmbiguous =
        std::ranges::any_of(tops, [&](const MapPeak& top) { return std::hypot(top.X0 - peak.X0, top.Y0 - peak.Y0) > hill; });
    answer.pairs = answer.map.pairCount(peak.X0, peak.Y0);
    answer.isAtEdge = std::max(std::abs(peak.X0), std::abs(peak.Y0)) == maxLag;
    answer.found = refinedInAll(a, b, peak, stop);
    return stop.stop_requested() ? Displacement{} : answer;
}

}  // namespace coarsen
